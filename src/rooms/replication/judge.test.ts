import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { initSync, Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { isOrderedWith, judged, type Simulated } from './judge';
import { baseOf, liveOf, missing } from './live';
import { expectedEvents, measure } from './measure';
import { REPORT, type RowReport, type TableReport } from './report';

const aboutOf = ({ table }: RowReport): TableReport => REPORT.tables.find((one) => one.table === table)!;

/** A row as the committed report has simulated it. */
const committed = (row: RowReport): Simulated => ({
  row,
  value: { mean: row.simulated!, half: row.ci95, n: 8 },
  gain: row.gain_simulated === null ? null : { mean: row.gain_simulated, half: row.gain_ci95, n: 8 },
});

test('the rules are those of the command line: what it has simulated is judged as it has judged it', () => {
  const spoken = REPORT.rows.filter(({ simulated }) => simulated !== null);
  expect(spoken.length).toBeGreaterThan(200);
  for (const row of spoken) {
    const others = spoken.filter((other) => other.table === row.table && isOrderedWith(row, other));
    const again = judged(committed(row), others.map(committed), aboutOf(row).standing === 'judged');
    const verdicts = ({ sign, order, size }: RowReport) => ({ sign, order, size });
    expect(verdicts(again), `${row.table} ${row.row} ${row.quantity}`).toEqual(verdicts(row));
    expect(again.error === null, row.row).toBe(row.error === null);
    if (row.error !== null) expect(again.error! - row.error).toBeCloseTo(0, 1);
  }
  // Of what is not known nothing is said.
  const [row] = spoken.filter(({ order }) => order !== null);
  expect(judged(committed(row!), null, true).order).toBeNull();
});

function run(scenario: Scenario, seed: number): RunReport {
  const simulation = new Simulation(JSON.stringify({ ...scenario, seed }), 0);
  while (!simulation.done()) simulation.advance(scenario.limit_ms * 1e6, 1e6);
  const report = JSON.parse(simulation.report()) as RunReport;
  simulation.free();
  return report;
}

/** Less of the same work: figures are scaled to the mail's. */
function shorter(scenario: Scenario): Scenario {
  const { workload } = scenario;
  switch (workload.kind) {
    case 'pairs':
      return { ...scenario, workload: { ...workload, requests: workload.requests && 400 } };
    case 'sharing':
      return { ...scenario, workload: { ...workload, kilo_iterations: 4000 } };
    default:
      return scenario;
  }
}

test('a figure is measured as the report measures it, in the mail’s units, and its length is foreseen', () => {
  initSync({ module: readFileSync(new URL('../../../sim-wasm/pkg/sched_wasm_bg.wasm', import.meta.url)) });
  const wanted: [table: string, row: string, quantities: string[]][] = [
    ['s001-schedstat-20cpu', '-g 1 steal', ['time', 'busy', 'slice', 'sched', 'idle', 'wake', 'find', 'steal']],
    ['s003-focht-0113-numa_test', 'N 16 nb-smooth', ['time', 'user', 'total_user']],
    ['s004-false-sharing-2threads', '0,1 one cluster', ['time', 'total_user']],
    ['s002-c2c-baseline', 'load_avg', ['remote_hitm', 'local_hitm']],
    ['s002-schbench', 'normal 2-mthreads baseline', ['latency']],
    ['later-2023-10-tcp-rr-1node', '16 clients patched', ['round_trip']],
    ['s003-focht-0113-kernbench', 'nb-smooth', ['time', 'user_time', 'system_time']],
    ['s003-hohnbaum-0114-perjob32', 'rank 3 job 17', ['user']],
  ];
  for (const [table, name, quantities] of wanted) {
    const rows = REPORT.rows.filter((row) => row.table === table && row.row === name && row.spoken);
    expect(rows.map(({ quantity }) => quantity)).toEqual(expect.arrayContaining(quantities));
    const [first] = rows;
    const both = REPORT.scenarios[first!.scenario!]!;
    const scenario = shorter({ ...both, lanes: [both.lanes[first!.lane!]!] });
    const report = run(scenario, scenario.seed);
    for (const row of rows) {
      const value = measure(row, scenario, aboutOf(row).published_loops, report);
      const ratio = value / row.simulated!;
      expect(ratio, `${table} ${row.quantity} ${value}`).toBeGreaterThan(0.7);
      expect(ratio, `${table} ${row.quantity} ${value}`).toBeLessThan(1.4);
    }
    expect(report.events / expectedEvents(scenario), table).toBeGreaterThan(0.5);
    expect(report.events / expectedEvents(scenario), table).toBeLessThan(2);
  }
});

test('rows that share a run are run once, a gain takes its base, and what is there is not run again', () => {
  const rows = REPORT.rows.filter(({ table, load }) => table === 's001-schedstat-20cpu' && load === '-g 1');
  const steal = rows.find(({ variant, quantity }) => variant === 'steal' && quantity === 'time')!;
  const none = { seeds: 3, reports: new Map<string, RunReport>() };
  const jobs = missing(
    rows.filter(({ spoken }) => spoken),
    none,
  );
  expect(jobs.size).toBe(6);
  expect([...missing([steal], none).values()].map(({ scenario }) => scenario.seed)).toEqual([1, 2, 3, 1, 2, 3]);
  expect(baseOf(steal)?.variant).toBe('baseline');
  const [name] = [...jobs.keys()];
  expect(missing([steal], { seeds: 3, reports: new Map([[name!, {} as RunReport]]) }).size).toBe(5);
});

test('what was run here is paired by seed with its base, and says nothing before anything was', () => {
  const rows = REPORT.rows.filter(({ table, quantity }) => table === 's001-hackbench-1s20' && quantity === 'time');
  const row = rows.find(({ variant }) => variant === 'steal')!;
  const state = { seeds: 2, reports: new Map<string, RunReport>() };
  expect(liveOf(row, rows, aboutOf(row), state)).toBeNull();
  const factor = aboutOf(row).published_loops! / aboutOf(row).loops!;
  for (const [key, { scenario }] of missing([row], state)) {
    const steals = scenario.lanes[0]?.features.steal === 'on';
    // Seeds 1 and 2: 8 and 10 s, with stealing 6 and 7 s.
    const s = steals ? [6, 7][scenario.seed - 1]! : [8, 10][scenario.seed - 1]!;
    state.reports.set(key, { elapsed_ns: (s / factor) * 1e9 } as RunReport);
  }
  const live = liveOf(row, rows, aboutOf(row), state)!;
  expect(live.seeds).toBe(2);
  expect(live.row.simulated).toBeCloseTo(6.5, 9);
  // 2/9 and 3/9.
  expect(live.row.gain_simulated).toBeCloseTo(250 / 9, 9);
  expect(live.row.order).toBeNull();
});
