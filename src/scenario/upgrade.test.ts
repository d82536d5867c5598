import { expect, test } from 'vitest';
import { PRESETS } from './presets';
import { asRunBy, kernelMeant } from './upgrade';

type Kernel = '4.20' | '5.9' | '5.10' | '6.5' | '6.12';
const on = (
  kernel: Kernel,
  machine: 'kunpeng920-24' | 'xeon-e5-2630v4-20' | 'epyc-vm-2' | 'dgx-spark-20' = 'kunpeng920-24',
) => ({
  ...PRESETS.cluster,
  kernel,
  machine,
});
const rules = (version: number, ...place: Parameters<typeof on>) =>
  asRunBy(version, on(...place)).lanes.map((lane) => lane.rules);

test('a kernel that has another name today is the one that was meant', () => {
  expect([kernelMeant(1, '6.8'), kernelMeant(2, '6.8'), kernelMeant(1, '5.9'), kernelMeant(1, undefined)]).toEqual([
    '6.5',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a document of version 1 is run by the rules of its time, and one of today as it is', () => {
  const then = { lb_bias: true, new_task_util_share: true, pipe_page_wakes: false };
  expect(rules(1, '4.20')).toEqual([then, then]);
  const today = on('4.20');
  expect(asRunBy(2, today)).toEqual(today);
  const same = on('6.12');
  expect(asRunBy(1, same)).toEqual(same);
});

test('what decides something only between threads of a core is written where there are some', () => {
  const everywhere = { full_group_stops: true, fully_busy_first: false, new_task_util_share: true };
  expect(rules(1, '5.9', 'xeon-e5-2630v4-20')[0]).toEqual({ ...everywhere, idle_core_all_threads: true });
  expect(rules(1, '5.9', 'kunpeng920-24')[0]).toEqual(everywhere);
});

test.each(['4.20', '5.9', '5.10', '6.5'] as const)('the virtual EPYC could be preempted under %s', (kernel) => {
  expect(rules(1, kernel, 'epyc-vm-2')[0]?.preempt_dynamic).toBe(true);
  expect(rules(1, kernel)[0]?.preempt_dynamic).toBe(kernel === '6.5' ? false : undefined);
});

test('5.10 looked for an idle CPU of the capacity that is wanted before it looked at the previous one', () => {
  expect(rules(1, '5.10', 'dgx-spark-20')[0]?.asym_capacity).toBe('first');
  expect(rules(1, '5.10')[0]?.asym_capacity).toBeUndefined();
  expect(rules(1, '5.9', 'dgx-spark-20')[0]?.asym_capacity).toBeUndefined();
});

test('a lane with a kernel of its own has the rules of that one', () => {
  const [a, b] = on('5.9').lanes;
  const said = {
    ...on('5.9'),
    lanes: [
      { ...a!, kernel: '4.20' as const },
      { ...b!, kernel: '6.12' as const },
    ],
  };
  const [old, late] = asRunBy(1, said).lanes;
  expect([old?.rules, late?.rules]).toEqual([rules(1, '4.20')[0], undefined]);
});

test('what a lane says itself stays', () => {
  const [a, b] = on('4.20').lanes;
  const said = { ...on('4.20'), lanes: [{ ...a!, rules: { lb_bias: false, busy_factor: 8 } }, b!] };
  expect(asRunBy(1, said).lanes[0]?.rules).toEqual({
    lb_bias: false,
    new_task_util_share: true,
    pipe_page_wakes: false,
    busy_factor: 8,
  });
});
