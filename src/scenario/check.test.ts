import { expect, test } from 'vitest';
import { PLAIN, WORKLOADS } from './catalog';
import { check, inRange, isCost, layoutFault, numberFields, rangeIn, rangeOf } from './check';
import { LAYOUTS } from './generated/layouts';
import type { Lane, LayoutItem, Scenario } from './generated/types';
import { PRESETS } from './presets';

const { cluster, container, debt } = PRESETS;
const [a, b] = cluster.lanes as [Lane, Lane];
const flip = (at_ns: number) => ({ at_ns, features: PLAIN });
/** The problems as text: field and value. */
const wrong = (change: object, of: Scenario = cluster) =>
  check({ ...of, ...change } as Scenario).map(({ field, value }) => `${field} ${value}`);

test('a field of a workload that shares the name of a list is reported once', () => {
  for (const workload of Object.values(WORKLOADS)) {
    const fields = numberFields(workload);
    expect(new Set(fields).size, workload.kind).toBe(fields.length);
  }
});

test('the sleep time of tasks is beside their run time', () => {
  const hogs = numberFields(WORKLOADS.hogs);
  expect(hogs.slice(-3)).toEqual(['sleeper_slice_us', 'run_us', 'sleep_us']);
  expect(hogs).toHaveLength(new Set(hogs).size);
  expect(numberFields(WORKLOADS.schbench)).toEqual([
    'requests',
    'message_threads',
    'workers',
    'compute_us',
    'sleep_us',
  ]);
});

test('a number is valid if it is whole and within its range', () => {
  expect([0, 1, 512, 513, 1.5, '7', null].map((pairs) => inRange('workload.pairs', pairs))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(rangeOf('lanes[1].flips[12].at_ns')).toEqual(rangeOf('lanes[].flips[].at_ns'));
  expect(rangeOf('lanes[1].flips[12].at_ns').max).toBe(600e9);
  expect(rangeOf('what.is.not.known')).toEqual({ min: 0, max: 2 ** 32 - 1 });
  expect(['write', 'latency_ns'].map(isCost)).toEqual([true, false]);
});

test('a warm-up ends within the run; the run ends after its warm-up and its flips', () => {
  const scenario = { ...cluster, limit_ms: 50, warmup_ms: 20 };
  expect(rangeIn(scenario, 'warmup_ms')).toEqual({ min: 0, max: 50 });
  expect(rangeIn(scenario, 'limit_ms').min).toBe(20);
  expect(rangeIn({ ...scenario, warmup_ms: 0 }, 'limit_ms').min).toBe(1);
  // The last flip of both lanes, rounded up to a millisecond.
  const flipped = { ...scenario, lanes: [{ ...a, flips: [flip(5e6), flip(30_000_001)] }, b] };
  expect(rangeIn(flipped, 'limit_ms')).toEqual({ min: 31, max: 600_000 });
  expect(check({ ...flipped, limit_ms: 31 })).toEqual([]);
  expect(wrong({ warmup_ms: 51, limit_ms: 50 })).toEqual(['warmup_ms 51']);
  expect(wrong({ limit_ms: 30, lanes: flipped.lanes })).toEqual(['lanes[].flips[].at_ns 30000001']);
  expect(wrong({ limit_ms: 30, lanes: [a, { ...b, flips: [flip(-1)] }] })).toEqual(['lanes[].flips[].at_ns -1']);
  const many = Array.from({ length: 65 }, (_, i) => flip(i));
  expect(wrong({ lanes: [a, { ...b, flips: many }] })).toEqual(['lanes[].flips 65']);
  expect(wrong({ lanes: [a, { ...b, flips: many.slice(1) }] })).toEqual([]);
});

test('unknown words and numbers outside their range are problems', () => {
  expect(wrong({ machine: 'pdp11', kernel: '9.9', workload: { kind: 'games' } })).toEqual([
    'machine pdp11',
    'kernel 9.9',
    'workload.kind games',
  ]);
  expect(check({ ...cluster, kernel: '9.9' } as unknown as Scenario)[0]?.range).toBeNull();
  expect(wrong({ seed: -1, limit_ms: 0, warmup_ms: 1.5 })).toEqual(['seed -1', 'limit_ms 0', 'warmup_ms 1.5']);
  expect(wrong({ workload: { ...WORKLOADS.pairs, pairs: 0, think_ns: undefined } })).toEqual([
    'workload.pairs 0',
    'workload.think_ns undefined',
  ]);
  expect(wrong({ tunables: { latency_ns: 1 }, costs: { write: 0, read: 5 } })).toEqual([
    'tunables.latency_ns 1',
    'costs.write 0',
  ]);
  const lanes = [
    { ...a, kernel: '9.9' },
    { ...b, rules: { busy_factor: 0, newidle_gate: false } },
  ];
  expect(wrong({ lanes })).toEqual(['lanes[0].kernel 9.9', 'lanes[1].rules.busy_factor 0']);
  const own = { name: 'Mine', like: 'xeon', topology: 'pu:1', rows: '1,1,0,0,0,0,0,0,0,10' };
  expect(wrong({ machine: { ...own, hz: 99 } })).toEqual(['machine.hz 99']);
  expect(wrong({ machine: { ...own, hz: 250 } })).toEqual([]);
  expect(wrong({ machine: own })).toEqual([]);
});

test('groups and task settings are within their limits, and tasks are in existing groups', () => {
  const { groups = [], tasks = [] } = container;
  const [web] = groups;
  const nine = Array.from({ length: 9 }, () => web!);
  expect(wrong({ groups: nine }, container)).toEqual(['groups 9']);
  expect(wrong({ groups: nine.slice(1) }, container)).toEqual([]);
  expect(wrong({ groups: [web, { ...web, weight: 0 }] }, container)).toEqual(['groups[1].weight 0']);
  const quotas = [0, 1, 999, 1000].map((quota_us) => wrong({ groups: [web, { ...web, quota_us }] }, container));
  expect(quotas).toEqual([[], ['groups[1].quota_us 1'], ['groups[1].quota_us 999'], []]);
  expect(check({ ...container, groups: [{ ...web!, quota_us: 5 }, web!] })[0]?.range?.min).toBe(1000);
  const setting = (change: object, of = container) => wrong({ tasks: [tasks[0], { ...tasks[1], ...change }] }, of);
  expect(setting({ group: 3 })).toEqual(['tasks[1].group 3']);
  expect(setting({ group: 2 })).toEqual([]);
  // The workload sets these fields of hogs and sleepers.
  expect([setting({ nice: 1 }), setting({ slice_us: 5 })]).toEqual([['tasks[1].nice 1'], ['tasks[1].slice_us 5']]);
  expect(wrong({ tasks: [{ kind: 'server', nice: 5, slice_us: 3000, group: 0 }] })).toEqual([]);
  expect(wrong({ tasks: [{ kind: 'server', nice: 5, slice_us: 3000, group: 1 }] })).toEqual(['tasks[0].group 1']);
});

test('a list names CPUs of the machine', () => {
  expect(wrong({ cpus: '0-23' })).toEqual([]);
  expect(wrong({ cpus: '0-24' })).toEqual(['cpus 0-24']);
  expect(wrong({ lanes: [a, { ...b, cpus: 'x' }] })).toEqual(['lanes[1].cpus x']);
  expect(check({ ...cluster, cpus: '99' })[0]?.range).toEqual({ min: 0, max: 23 });
});

test('too many tasks are a problem of the load, with its range', () => {
  const workload = { ...WORKLOADS.hackbench, groups: 51, fds: 40 };
  expect(check({ ...cluster, workload })).toEqual([
    { field: 'workload.groups', value: '51', range: { min: 1, max: 50 } },
  ]);
  expect(wrong({ workload: { ...workload, groups: 50 } })).toEqual([]);
});

test('no tasks are a problem of the load, and the repair keeps one task', () => {
  const none = { ...WORKLOADS.hogs, hogs: 0, rivals: 0, sleepers: 0 };
  expect(check({ ...cluster, workload: none })).toEqual([
    { field: 'workload.hogs', value: '0', range: { min: 1, max: 512 } },
  ]);
  const one = { ...cluster, workload: { ...none, rivals: 1 } };
  expect(check(one)).toEqual([]);
  expect(['workload.rivals', 'workload.hogs'].map((field) => rangeIn(one, field).min)).toEqual([1, 0]);
});

test('problems of single fields come before contradictions', () => {
  expect(wrong({ seed: -1, warmup_ms: 60, limit_ms: 50 })).toEqual(['seed -1']);
  expect(check(debt)).toEqual([]);
});

test('a layout has every field once, and optional breaks', () => {
  const fault = (layout?: readonly LayoutItem[]) => layoutFault({ ...a, ...(layout && { layout: [...layout] }) });
  expect([fault(), fault([]), fault(LAYOUTS.isolated)]).toEqual([null, null, null]);
  expect(fault(LAYOUTS.mainline.filter((item) => item !== 'rcu'))).toBe('rcu');
  expect(fault([...LAYOUTS.mainline, 'se'])).toBe('se');
  expect(wrong({ lanes: [a, { ...b, layout: ['se'] }] })).toEqual(['lanes[1].layout css']);
  const breaks = Array.from(
    { length: 32 - LAYOUTS.isolated.filter((item) => item !== '|').length },
    () => '|' as const,
  );
  const long = [...LAYOUTS.isolated.filter((item) => item !== '|'), ...breaks];
  expect(wrong({ lanes: [a, { ...b, layout: long }] })).toEqual([]);
  expect(wrong({ lanes: [a, { ...b, layout: [...long, '|'] }] })).toEqual(['lanes[1].layout 33']);
});
