import { expect, test } from 'vitest';
import { knobsOf, withValues } from './knobs';
import { hasSchedExt, scheduledBy, unscheduled, withKnob, withoutPolicies } from './policies';
import { PRESETS } from './presets';

const { cluster } = PRESETS;
const mine = { name: 'mine', source: 'int a;' };

test('kernels have sched_ext from 6.12 on', () => {
  expect((['2.5.5x', '5.9', '6.5', '6.8'] as const).map(hasSchedExt)).toEqual([false, false, false, false]);
  expect((['6.12.0', '6.18', '7.0', '7.3'] as const).map(hasSchedExt)).toEqual([true, true, true, true]);
});

test('a lane that is scheduled gets a kernel with sched_ext, and so does the other one', () => {
  const next = scheduledBy({ ...cluster, kernel: '5.9' }, 1, mine);
  expect([next.kernel, next.lanes.map(({ policy }) => policy), next.policies]).toEqual([
    '6.18',
    [undefined, 'mine'],
    [mine],
  ]);
  expect(scheduledBy({ ...cluster, kernel: '7.1' }, 1, mine).kernel).toBe('7.1');
  const alone = scheduledBy({ ...cluster, lanes: cluster.lanes.slice(0, 1) }, 1, mine);
  expect(alone.lanes).toHaveLength(2);
});

test('a policy replaces the former one of its lane, and has another name than that of the other lane', () => {
  const first = scheduledBy(cluster, 1, mine);
  const second = scheduledBy(first, 1, { ...mine, source: 'int b;' });
  expect(second.policies).toEqual([{ ...mine, source: 'int b;' }]);
  const both = scheduledBy(second, 0, mine);
  expect(both.lanes.map(({ policy }) => policy)).toEqual(['mine-2', 'mine']);
  expect(unscheduled(both, 0)).toEqual({ ...second, lanes: second.lanes });
  expect(withoutPolicies(both)).toEqual(withoutPolicies({ ...cluster, kernel: both.kernel }));
  expect(withKnob(second, 'mine', 'slice_ns', 5).policies?.[0]?.knobs).toEqual({ slice_ns: 5 });
});

test('a saved source has the values of its knobs', () => {
  const source = 'const volatile u64 slice_ns = 20000000;\nconst volatile bool fast = true;\n';
  const knobs = knobsOf(source).map((knob) => ({ ...knob, value: knob.name === 'fast' ? 0 : 0x10 }));
  expect(withValues(source, knobs)).toBe('const volatile u64 slice_ns = 16;\nconst volatile bool fast = false;\n');
  expect(withValues(source, knobsOf(source))).toBe(source);
});
