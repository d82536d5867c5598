import { expect, test } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { expectedEvents, measure } from '../../engine/batch/judge';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { REPORT } from './report';

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
      // With many couples, a quarter of the window gives the same shares.
      if (workload.requests === 0 && limit_ms >= 200)
        return { ...scenario, warmup_ms: warmup_ms / 4, limit_ms: limit_ms / 4 };
      return { ...scenario, workload: { ...workload, requests: workload.requests && 400 } };
    case 'sharing':
      return { ...scenario, workload: { ...workload, kilo_iterations: 4000 } };
    default:
      return scenario;
  }
}

test('a figure is measured as the report measures it, in the mail’s units, and its length is foreseen', {
  timeout: 600_000,
}, () => {
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
    const loops = REPORT.tables.find((about) => about.table === table)?.published_loops ?? null;
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
