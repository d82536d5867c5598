import { describe, expect, test } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { SPEEDS } from '../../engine/lanes/pace';
import { SCHEDSTAT, SCHEDSTAT_MORE, schedstatTable, schedstatText } from '../../page/schedstatFigures';
import { PLAIN, WORKLOADS } from '../../scenario/catalog';
import { panelOf } from '../../scenario/charts';
import { completed } from '../../scenario/document';
import { FIELD_BYTES, LAYOUTS } from '../../scenario/generated/layouts';
import type { LayoutItem, LineRow, RunReport, Scenario } from '../../scenario/generated/types';
import { cut, place, structOf } from '../../scenario/placed';
import { PRESET_IDS, PRESETS, speedOf } from '../../scenario/presets';
import { overridden, withoutRules } from '../../scenario/rules';
import { laneWords } from '../../words/laneWords';
import { heatOf, inPercent, linesTable } from './lines';
import { nodeShares, numaTable, strayed, summary } from './numa';

/** The report of lane A after some simulated time. */
function reportOf(scenario: Scenario, ms: number): RunReport {
  const simulation = new Simulation(JSON.stringify(scenario), 0);
  while (!simulation.done() && simulation.now() < ms * 1e6) simulation.advance(ms * 1e6, 1e6);
  const report = JSON.parse(simulation.report()) as RunReport;
  simulation.free();
  return report;
}

const ofLane = (scenario: Scenario, lane: Partial<Scenario['lanes'][number]>): Scenario => ({
  ...scenario,
  lanes: scenario.lanes.map((one) => ({ ...one, ...lane })),
});

/** Orders of the fields, one of them with breaks that a person might put. */
const ORDERS: Readonly<Record<string, readonly LayoutItem[]>> = {
  ...LAYOUTS,
  custom: [
    'load_avg',
    '|',
    'idle',
    'rt_se',
    'css',
    'rt_bandwidth',
    '|',
    'shares',
    'rt_rq',
    'cfs_rq',
    'se',
    'rcu',
    'list',
    'siblings',
    'children',
    'parent',
  ],
};

describe.each(Object.entries(ORDERS))('the layout %s', (name, order) => {
  test.each([false, true])('has its fields at the offsets of the simulator (lines of 128: %s)', (wide) => {
    const features = { ...PLAIN, task_group: name as keyof typeof LAYOUTS, line_128: wide };
    const scenario = ofLane(PRESETS['task-group'], {
      features,
      ...(name === 'custom' ? { layout: [...order] } : {}),
    });
    const lane = scenario.lanes[0];
    const struct = lane ? structOf(scenario, lane) : null;
    expect(struct?.fields).toEqual(place(order));
    const { lines } = reportOf(scenario, 1);
    expect(lines.length).toBeGreaterThan(5);
    for (const { field, offset, line } of lines) {
      expect([field, struct?.fields.find((one) => one.field === field)?.offset]).toEqual([field, offset]);
      expect(Math.floor(offset / (struct?.lineBytes ?? 0))).toBe(line);
    }
  });
});

test('the two-thread program has its fields a stride apart', () => {
  const base = PRESETS['false-sharing'];
  const scenario: Scenario = { ...base, workload: { ...WORKLOADS.sharing, kilo_iterations: 1000, stride: 132 } };
  const struct = scenario.lanes[0] && structOf(scenario, scenario.lanes[0]);
  const { lines } = reportOf(scenario, 1);
  expect(lines.map(({ field, offset }) => [field, offset])).toEqual(
    struct?.fields.map(({ field, offset }) => [field, offset]),
  );
});

test('no fields overlap, words are aligned, and a break begins a line', () => {
  for (const order of Object.values(ORDERS)) {
    const placed = place(order);
    for (const [i, { offset, size }] of placed.entries()) {
      expect(offset % Math.min(size, 8)).toBe(0);
      const before = placed[i - 1];
      if (before) expect(offset).toBeGreaterThanOrEqual(before.offset + before.size);
    }
    for (const [i, item] of order.entries()) {
      const next = order[i + 1];
      if (item === '|' && next) expect((placed.find(({ field }) => field === next)?.offset ?? 1) % 64).toBe(0);
    }
    expect(placed.reduce((sum, { size }) => sum + size, 0)).toBe(
      Object.values(FIELD_BYTES).reduce((sum, size) => sum + size, 0),
    );
  }
});

test('a struct is cut at its lines and loses no byte', () => {
  for (const lineBytes of [64, 128]) {
    const fields = place(LAYOUTS.relayout);
    const lines = cut({ name: 'struct task_group', fields, lineBytes });
    for (const { field, size, offset } of fields) {
      const own = lines.flatMap((line) => line.pieces.map((piece) => ({ ...piece, at: line.offset + piece.from })));
      const pieces = own.filter((piece) => piece.field === field);
      expect(pieces.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(size);
      expect(pieces.filter(({ first }) => first).map(({ at }) => at)).toEqual([offset]);
    }
    for (const { pieces } of lines) {
      for (const { from, bytes } of pieces) expect(from + bytes).toBeLessThanOrEqual(lineBytes);
    }
  }
});

const row = (field: string, hitm_remote: number, hitm_local: number, rest: Partial<LineRow> = {}): LineRow => ({
  line: 4,
  offset: 256,
  field,
  symbol: 'set_task_rq',
  accesses: 100,
  stores: 0,
  hitm_remote,
  hitm_local,
  mean_remote_ns: 1234.5,
  mean_local_ns: 200,
  ...rest,
});

test('HITMs are summed by field, and a nonzero count is never shown as none', () => {
  const heat = heatOf([row('load_avg', 5, 90), row('load_avg', 0, 1), row('rt_se', 3, 1), row('shares', 0, 0)]);
  expect(heat.total).toBe(100);
  expect(Object.fromEntries(heat.fields)).toEqual({ load_avg: 96, rt_se: 4, shares: 0 });
  expect([...heat.touched]).toEqual(['load_avg', 'rt_se', 'shares']);
  expect([0, 0.001, 0.014, 1].map(inPercent)).toEqual(['0', '<1', '1', '100']);
  expect(linesTable([[row('rt_se', 3, 1)]]).rows).toEqual([
    ['A', 4, '0x100', 'rt_se', 'set_task_rq', 3, 1, 100, 0, 1235, 200],
  ]);
});

test('numa_test sums its jobs up as the program does', () => {
  const scenario: Scenario = { ...PRESETS['numa-test'], limit_ms: 60_000 };
  const report = reportOf(
    { ...scenario, workload: { ...WORKLOADS.numa, jobs: 4, work_ms: 100, disturb_groups: 0 } },
    60_000,
  );
  const { average, elapsed, total, finished } = summary(report);
  expect(finished).toBe(4);
  expect(total).toBeCloseTo(4 * average, 6);
  expect(average).toBeGreaterThanOrEqual(0.09);
  expect(elapsed * 1e9).toBe(Math.max(...report.jobs.map(({ ended_ns }) => ended_ns)));
  for (const job of report.jobs) {
    expect(nodeShares(job).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(strayed(job)).toBe(job.first_node !== job.most_node);
  }
  expect(numaTable([report]).rows).toHaveLength(4);
  // Before anything has run no share is a number out of nothing.
  expect(nodeShares({ ...(report.jobs[0] as (typeof report.jobs)[number]), node_ns: [0, 0] })).toEqual([0, 0]);
});

test('the schedstat row is aligned and has the series’ columns in its order', () => {
  const report = reportOf(PRESETS.steal, 10);
  const text = schedstatText([report, { ...report, lane: 1 }]);
  const lines = text.trimEnd().split('\n');
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines[0]?.trim().split(/\s+/).slice(0, 8)).toEqual([
    'time',
    '%busy',
    'slice',
    'sched',
    'idle',
    'wake',
    '%find',
    'steal',
  ]);
  // Measured from the start signal: forking 80 processes takes about 5 ms.
  expect(report.elapsed_ns + report.started_ns).toBe(10e6);
  expect(lines[1]?.split(/\s+/).slice(0, 2)).toEqual(['A', (report.elapsed_ns / 1e9).toFixed(4)]);
  expect(schedstatTable([report]).columns).toHaveLength(1 + SCHEDSTAT.length + SCHEDSTAT_MORE.length);
});

test('a panel belongs to the experiments that it is about', () => {
  const panels = Object.fromEntries(PRESET_IDS.map((id) => [id, panelOf(PRESETS[id])]));
  expect(panels).toMatchObject({
    'numa-test': 'numa',
    'false-sharing': 'lines',
    'task-group': 'lines',
    steal: 'schedstat',
    debt: 'lag',
    cluster: null,
    numa2003: null,
  });
  // The O(1) scheduler has no cache lines to lay out; hogs have a panel of the running tasks.
  expect(panelOf({ ...PRESETS['task-group'], kernel: '2.5.5x' })).toBeNull();
  expect(panelOf({ ...PRESETS.debt, kernel: '2.5.5x' })).toBe('lag');
  // Switches that are flipped during the run count.
  const later = [{ at_ns: 5, features: { ...PLAIN, steal: 'on' as const } }];
  expect(panelOf(ofLane(PRESETS.cluster, { features: PLAIN, flips: later }))).toBe('schedstat');
});

test('every speed of a preset is one the slider has', () => {
  for (const id of PRESET_IDS) expect([null, ...SPEEDS]).toContain(speedOf(id));
});

test('a lane is named by its difference from the other', () => {
  const words = (id: 'task-group' | 'false-sharing' | 'cluster') =>
    PRESETS[id].lanes.map((lane) => laneWords(lane, PRESETS[id]));
  expect(words('task-group')).toEqual(['with task_group mainline', 'with task_group re-layout']);
  expect(words('false-sharing')).toEqual(['plain kernel · on CPUs 0,1', 'plain kernel · on CPUs 0,4']);
  expect(words('cluster')).toEqual(['plain kernel', 'with cluster domain, cluster scan']);
});

test('rules are counted once for both lanes and reset together', () => {
  const changed = ofLane(PRESETS.cluster, { rules: { newidle_gate: false, busy_factor: 8 } });
  expect(overridden(changed).map(({ key }) => key)).toEqual(['newidle_gate', 'busy_factor']);
  expect(withoutRules(changed).lanes.every(({ rules }) => rules === undefined)).toBe(true);
});

test('a document keeps the settings of each lane', () => {
  const scenario = ofLane(PRESETS['false-sharing'], { rules: { busy_factor: 8 }, layout: [...LAYOUTS.isolated] });
  expect(completed(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario);
});
