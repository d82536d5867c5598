import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { initSync, Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { expectedEvents, measure } from '../../engine/batch/judge';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { baseOf, type Figures, liveOf, missing } from './live';
import { type Entry, entries, REPORT, type RowReport } from './report';

const entryOf = (table: string): Entry => entries(REPORT, true).find(({ about }) => about.table === table)!;

function run(scenario: Scenario, seed: number): RunReport {
  const simulation = new Simulation(JSON.stringify({ ...scenario, seed }), 0);
  while (!simulation.done()) simulation.advance(scenario.limit_ms * 1e6, 1e6);
  const report = JSON.parse(simulation.report()) as RunReport;
  simulation.free();
  return report;
}

/** Less of the same work: figures are scaled to the mail's. */
function shorter(scenario: Scenario): Scenario {
  const { workload, warmup_ms = 0, limit_ms } = scenario;
  switch (workload.kind) {
    case 'pairs':
      // A window of many couples: shares are the same in a quarter of it.
      if (workload.requests === 0 && limit_ms >= 200)
        return { ...scenario, warmup_ms: warmup_ms / 4, limit_ms: limit_ms / 4 };
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
    const loops = entryOf(table).about.published_loops;
    const values = measure(
      rows.map(({ quantity, load }) => ({ quantity, load, loops })),
      scenario,
      report,
    );
    for (const [i, row] of rows.entries()) {
      const value = values[i]!;
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
  const none = { seeds: 3, figures: new Map<string, Figures>() };
  const jobs = missing(
    rows.filter(({ spoken }) => spoken),
    none,
  );
  expect(jobs.size).toBe(6);
  expect([...missing([steal], none).values()].map(({ scenario }) => scenario.seed)).toEqual([1, 2, 3, 1, 2, 3]);
  expect(baseOf(steal)?.variant).toBe('baseline');
  const [name] = [...jobs.keys()];
  expect(missing([steal], { seeds: 3, figures: new Map([[name!, new Map()]]) }).size).toBe(5);
});

/** Rows of the 20-CPU table with figures (s) by variant and seed. */
function ranHere(table: string, seconds: (row: RowReport, seed: number) => number, wanted: readonly RowReport[]) {
  const state = { seeds: 2, figures: new Map<string, Figures>() };
  const { rows } = entryOf(table);
  expect(liveOf(entryOf(table), state).size).toBe(0);
  for (const [name, { run, scenario }] of missing(wanted, state)) {
    const own = rows.filter((row) => run.rows.includes(row));
    state.figures.set(name, new Map(own.map((row) => [row, seconds(row, scenario.seed)])));
  }
  return liveOf(entryOf(table), state);
}

test('what was run here is paired by seed with its base, and says nothing before anything was', () => {
  const table = 's001-hackbench-1s20';
  const row = entryOf(table).rows.find(({ variant }) => variant === 'steal')!;
  // Seeds 1 and 2: 8 and 10 s, with stealing 6 and 7 s.
  const seconds = ({ variant }: RowReport, seed: number) => (variant === 'steal' ? [6, 7] : [8, 10])[seed - 1]!;
  const live = ranHere(table, seconds, [row]).get(row)!;
  expect(live.seeds).toBe(2);
  expect(live.row.simulated).toBe(6.5);
  // 2/9 and 3/9.
  expect(live.row.gain_simulated).toBe(27.7778);
  // 12.7 times the standard error of two values.
  expect(live.row.gain_ci95).toBe(70.5889);
  expect(live.row.sign).toBe('open');
  // Rows it is put in order with were not run.
  expect(live.row.order).toBeNull();
  expect(live.row.published).toBe(row.published);
});

test('a table that was run to its end here is put in order, by the rules of the report', () => {
  const table = 's001-hackbench-1s20';
  const { rows } = entryOf(table);
  const near = ({ published }: RowReport, seed: number) => published! * (seed === 1 ? 0.9999 : 1.0001);
  const live = ranHere(table, near, rows);
  expect(live.size).toBe(rows.length);
  for (const { row } of live.values()) {
    expect(row.size, row.row).toBe('right');
    expect(row.order, row.row).toBe('right');
    if (row.gain_published !== null) expect(row.sign, row.row).toBe('right');
  }
});
