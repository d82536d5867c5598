import { expect, test } from 'vitest';
import { withRows } from '../../../tests/own';
import { compare } from '../../engine/batch/compared';
import { figuresOf } from '../../engine/batch/figures';
import { pairsOf, seedJobs } from '../../engine/batch/paired';
import type { Outcome } from '../../engine/batch/pool';
import { check } from '../../scenario/check';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { defaultLength, trimmed } from '../../scenario/length';
import { PRESET_IDS, PRESETS } from '../../scenario/presets';
import { at, parameters, planSweep, readValues, suggestedValues } from './plan';
import { mailTable, runsTable, stretches, sweepPoints } from './results';
import type { Run } from './store';

/** A report with the fields that the figures use. */
const report = (rate: number): RunReport =>
  ({
    lane: 0,
    seed: 0,
    elapsed_ns: 1e6,
    messages: rate,
    messages_per_s: rate,
    busy_pct: 50,
    wasted_pct: 0,
    sched: 0,
    idle: 0,
    wake: 0,
    steal: 0,
    migrations: { wake: { llc: 3, cluster: 4 } },
    wakes: { cpu: 6, cluster: 2, llc: 2 },
    wake_latency_p50_ns: 1,
    wake_latency_p99_ns: 2,
    wake_latency: { p50: 1, p90: 1, p99: 2, p99_9: 2 },
    share_gap_pct: 0,
    events: 1,
    hash: '0',
    ended: 'limit',
  }) as unknown as RunReport;
const done = (rate: number): Outcome => ({ type: 'report', report: report(rate) });
const fault: Outcome = { type: 'fault', message: 'gone' };

test('a run for ever is cut to a length that is measured, another runs to its end', () => {
  expect(defaultLength(PRESETS.cluster, false)).toBe(30);
  expect([false, true].map((sweep) => defaultLength(PRESETS.stream, sweep))).toEqual([200, 100]);
  // The warm-up does not shorten the measured time.
  const warmed = { ...PRESETS.cluster, warmup_ms: 100 };
  expect([defaultLength(warmed, false), trimmed(warmed, defaultLength(warmed, true)).warmup_ms]).toEqual([130, 100]);
  const group = PRESETS.container.groups![0]!;
  expect(defaultLength({ ...PRESETS.cluster, groups: [group] }, false), 'a control group').toBe(200);
  expect(defaultLength(PRESETS['busy-thread'], false), 'hogs with a quota').toBe(1000);
  expect(trimmed(PRESETS.cluster, 200)).toMatchObject({ limit_ms: 200, warmup_ms: 20 });
  expect(trimmed({ ...PRESETS.cluster, warmup_ms: 5 }, 200).warmup_ms).toBe(5);
  expect(trimmed(PRESETS.steal, defaultLength(PRESETS.steal, false))).toEqual(PRESETS.steal);
  expect(figuresOf(PRESETS.cluster)[0]).toBe('rate');
  expect(figuresOf(PRESETS.steal)[0]).toBe('elapsed');
  // A flip has to happen within the run.
  const [a, b] = PRESETS.cluster.lanes;
  const flipped: Scenario = {
    ...PRESETS.cluster,
    lanes: [a!, { ...b!, flips: [{ at_ns: 900e6, features: a!.features }] }],
  };
  expect(check(trimmed(flipped, defaultLength(flipped, true)))).toEqual([]);
});

test('seeds are paired, begin with the scenario’s seed, and wrap around at the end', () => {
  const jobs = seedJobs({ ...PRESETS.cluster, seed: 4294967295 }, 2);
  expect(jobs.map(({ scenario, lane }) => [scenario.seed, lane])).toEqual([
    [4294967295, 0],
    [4294967295, 1],
    [0, 0],
    [0, 1],
  ]);
  // A seed of which one lane is missing is no pair.
  const pairs = pairsOf(jobs, [done(10), fault, done(20), done(22)]);
  expect(pairs.map(({ seed }) => seed)).toEqual([0]);
  expect(compare(pairs, 'rate')?.differences).toEqual([10]);
  expect(compare(pairs, 'cluster')?.a).toEqual([80]);
  expect(compare(pairs, 'moves')?.a).toEqual([7]);
  expect(pairsOf(jobs, [done(10), null, null, null])).toEqual([]);
});

test('values are numbers and ranges within the limits of the parameter', () => {
  const range = { min: 1, max: 100 };
  expect(readValues('4, 1,2-8:3', range)).toEqual({ values: [1, 2, 4, 5, 8] });
  expect(readValues('1，2、3 4', range)).toEqual({ values: [1, 2, 3, 4] });
  expect(readValues('1-101', range)).toEqual({ wrong: 'range', value: '101' });
  expect(readValues('0,5', range)).toEqual({ wrong: 'range', value: '0' });
  expect(readValues('1-99', range)).toEqual({ wrong: 'many' });
  expect(readValues('5', range)).toEqual({ wrong: 'few' });
  expect(readValues('-3,5', range)).toEqual({ wrong: 'range', value: '-3' });
  for (const bad of ['1,x', '-', '1--', '4-2', '1-9:0', '1.5,2'])
    expect(readValues(bad, range), bad).toEqual({ wrong: 'form' });
});

test('a nice value may be below 0, and its suggestions can be typed', () => {
  const range = { min: -20, max: 19 };
  expect(readValues('-20--10:5,−5,0-2', range)).toEqual({ values: [-20, -15, -10, -5, 0, 1, 2] });
  expect(readValues('-5-5:5', range)).toEqual({ values: [-5, 0, 5] });
  expect(readValues('-21,0', range)).toEqual({ wrong: 'range', value: '-21' });
  const scenario: Scenario = { ...PRESETS.debt, workload: { ...PRESETS.debt.workload, nice: -10 } as never };
  const nice = Object.values(parameters(scenario))
    .flat()
    .find(({ field }) => field === 'workload.nice')!;
  const suggested = suggestedValues(scenario, nice);
  expect(suggested[0]).toBeLessThan(0);
  expect(readValues(suggested.join(','), nice.range)).toEqual({ values: suggested });
});

test('the suggested values of every parameter of every experiment can run', () => {
  for (const preset of PRESET_IDS) {
    const scenario = trimmed(PRESETS[preset], 200);
    for (const parameter of Object.values(parameters(scenario)).flat()) {
      const values = suggestedValues(scenario, parameter);
      expect(values.length, `${preset} ${parameter.field}`).toBeGreaterThan(1);
      const plan = planSweep(scenario, parameter.field, values, 2);
      expect(plan, `${preset} ${parameter.field}`).toHaveProperty('jobs');
    }
  }
});

test('a sweep changes its parameter and nothing else', () => {
  const scenario = PRESETS.steal;
  expect(at(scenario, 'cpus', 4)).toEqual({ ...scenario, cpus: '0-3' });
  expect(at(scenario, 'cpus', 1).cpus).toBe('0');
  expect(at(scenario, 'costs.write', 9)).toEqual({ ...scenario, costs: { write: 9 } });
  expect(at(scenario, 'tunables.latency_ns', 9e5).tunables).toEqual({ ...scenario.tunables, latency_ns: 9e5 });
  expect(at(scenario, 'workload.groups', 3).workload).toEqual({ ...scenario.workload, groups: 3 });
  const plan = planSweep(
    { ...scenario, workload: { ...scenario.workload, fds: 40 } as never },
    'workload.groups',
    [50, 51],
    2,
  );
  expect(plan).toMatchObject({ problem: { field: 'workload.groups', value: '51' } });
});

test('a sweep over CPUs takes those that there are', () => {
  const machine = withRows({ name: 'Holes', like: 'xeon', topology: 'pu=0-5,8 l3=0-5/8' });
  const scenario = { ...PRESETS.steal, machine };
  expect(at(scenario, 'cpus', 3).cpus).toBe('0-2');
  expect(at(scenario, 'cpus', 7).cpus).toBe('0-5,8');
  expect(planSweep(scenario, 'cpus', [1, 7], 2)).toHaveProperty('jobs');
  for (const count of [0, 8]) {
    expect(planSweep(scenario, 'cpus', [count], 2)).toEqual({
      problem: { field: 'cpus', value: String(count), range: { min: 1, max: 7 } },
    });
  }
});

test('CPUs are not swept if a lane has a CPU list', () => {
  const fields = (scenario: Scenario) => parameters(scenario).machine.map(({ field }) => field);
  const [a, b] = PRESETS.cluster.lanes;
  expect(fields(PRESETS.cluster)).toEqual(['cpus']);
  expect(fields({ ...PRESETS.cluster, lanes: [a!, { ...b!, cpus: '0-1' }] })).toEqual([]);
});

function sweepRun(): Run {
  const plan = planSweep(trimmed(PRESETS.cluster, 100), 'workload.pairs', [4, 8], 2);
  if (!('jobs' in plan)) throw new Error('no plan');
  return {
    ...plan,
    document: PRESETS.cluster,
    preset: 'cluster',
    scenario: trimmed(PRESETS.cluster, 100),
    outcomes: [done(100), done(110), done(100), done(112), done(200), done(190), done(200), done(216)],
    share: 1,
    state: 'done',
    workers: 2,
    tookMs: 1,
    file: null,
  };
}

test('points of a sweep, and the intervals in which B exceeds A or is below it', () => {
  const points = sweepPoints(sweepRun(), 'rate');
  expect(points.map(({ value, estimateA }) => [value, estimateA.mean])).toEqual([
    [4, 100],
    [8, 200],
  ]);
  expect(points[0]?.difference?.mean).toBeCloseTo(11, 12);
  expect(stretches('rate', points)).toEqual([{ side: 'undecided', first: 4, last: 8 }]);
  // Equal with each seed: with few of them that is no finding.
  const same = { ...sweepRun(), outcomes: [100, 100, 100, 100, 200, 200, 200, 200].map(done) };
  expect(stretches('rate', sweepPoints(same, 'rate'))).toEqual([{ side: 'undecided', first: 4, last: 8 }]);
  const clear = { ...sweepRun(), outcomes: [100, 110, 100, 110.1, 200, 180, 200, 180.1].map(done) };
  expect(stretches('rate', sweepPoints(clear, 'rate'))).toEqual([
    { side: 'more', first: 4, last: 4 },
    { side: 'less', first: 8, last: 8 },
  ]);
});

test('every run is a row of the file', () => {
  const { columns, rows } = runsTable(sweepRun(), ['rate', 'busy']);
  expect(columns.map(({ name }) => name)).toEqual(['workload.pairs', 'seed', 'lane', 'rate', 'busy']);
  expect(rows).toHaveLength(8);
  expect(rows[5]).toEqual([8, 7, 'B', 190, 50]);
});

test('the table for a mail: base and new side by side, columns under each other', () => {
  const clear = { ...sweepRun(), outcomes: [100, 110, 100, 110.1, 200, 190, 200, 216].map(done) };
  const table = mailTable(
    'pairs',
    sweepPoints(clear, 'rate').map((point) => ({ head: String(point.value), figure: 'rate', compared: point })),
    { about: ['machine'], base: 'plain kernel', next: 'with steal' },
  );
  expect(table.split('\n')).toEqual([
    '```',
    'machine',
    'base: plain kernel',
    'new:  with steal',
    '',
    '       --- base ----  ---- new ----',
    'pairs   mean  %stdev   mean  %stdev  %speedup   %diff  +-95%',
    '    4  100.0     0.0  110.0     0.1     +10.1  +10.05   0.64',
    '    8  200.0     0.0  203.0     9.1         -   +1.50  82.59',
    '',
    '%diff: paired by seed, in percent of the mean of base; %speedup only where its 95% interval leaves zero out',
    '```',
    '',
  ]);
});
