import { expect, test, vi } from 'vitest';
import { withRows } from '../../../tests/own';
import type { RunReport } from '../../scenario/generated/types';
import { encode } from '../../scenario/link';
import { factsOf } from '../../scenario/machines';
import { PRESETS } from '../../scenario/presets';
import { mergedIn } from './merged';
import { planSweep } from './plan';
import { sweepPoints } from './results';

// In a browser it fetches the module that reads.
vi.mock('../../engine/own', async () => ({ withRows: (await import('../../../tests/own')).withRows }));

const read = (text: string) => mergedIn(new Blob([text]));
const scenario = { ...PRESETS.cluster, limit_ms: 40, warmup_ms: 0, seed: 4294967295 };
const field = 'workload.pairs';
const values = [2, 4];
const seeds = 2;
const plan = planSweep(scenario, field, values, seeds);
const jobs = 'jobs' in plan ? plan.jobs : [];
const report = (messages: number, seed: number, lane: number) =>
  ({
    seed,
    lane,
    elapsed_ns: 1,
    messages_per_s: messages,
    busy_pct: 1,
    wasted_pct: 1,
    wake_latency: { p50: 1, p90: 1, p99: 1, p99_9: 1 },
    steal: 0,
    wakes: { cpu: 1 },
    migrations: {},
  }) as unknown as RunReport;
const reports = jobs.map((job, i) => report(100 + i, job.scenario.seed, job.lane));
const merged = { sweep: 1, name: 'own', scenario, field, values, seeds, points: [], reports };

test('a merged sweep is drawn as one that was run here', async () => {
  const reading = await read(JSON.stringify(merged));
  if ('wrong' in reading) throw new Error(reading.wrong);
  const { asked, outcomes } = reading;
  const run = { ...asked, outcomes, share: 1, state: 'done', workers: 0, tookMs: 0, file: 'x' } as const;
  const points = sweepPoints(run, 'rate');
  expect(points.map(({ value, seeds, a, b }) => ({ value, seeds, a, b }))).toEqual([
    { value: 2, seeds: [4294967295, 0], a: [100, 102], b: [101, 103] },
    { value: 4, seeds: [4294967295, 0], a: [104, 106], b: [105, 107] },
  ]);
});

test('a merged sweep of a nice value may go below 0', async () => {
  const [scenario, field, values] = [{ ...PRESETS.debt, limit_ms: 40, warmup_ms: 0 }, 'workload.nice', [-20, 0]];
  const sweep = planSweep(scenario, field, values, 1);
  if ('problem' in sweep) throw new Error(sweep.problem.field);
  const reports = sweep.jobs.map((job, i) => report(100 + i, job.scenario.seed, job.lane));
  const text = (values: readonly number[]) => JSON.stringify({ ...merged, scenario, field, values, seeds: 1, reports });
  expect(await read(text(values))).toMatchObject({ asked: { field, values } });
  expect(await read(text([-21, 0])), 'beyond what it takes').toEqual({ wrong: 'scenario' });
});

test('a file that cannot be read is no merged sweep', async () => {
  const folder = new Blob();
  folder.text = () => Promise.reject(new DOMException('a folder', 'NotReadableError'));
  expect(await mergedIn(folder)).toEqual({ wrong: 'form' });
  expect(await mergedIn(new Blob([JSON.stringify(merged)]))).toHaveProperty('asked');
});

test.each([
  ['form', 'no JSON'],
  ['form', 'null'],
  ['form', '[1]'],
  ['form', JSON.stringify(scenario)],
  ['form', JSON.stringify({ ...merged, seeds: 0 })],
  ['version', JSON.stringify({ ...merged, sweep: 2 })],
  ['values', JSON.stringify({ ...merged, values: [] })],
  ['values', JSON.stringify({ ...merged, values: ['1'] })],
  ['scenario', JSON.stringify({ ...merged, scenario: { ...scenario, machine: 'none' } })],
  ['scenario', JSON.stringify({ ...merged, scenario: 7 })],
  ['scenario', JSON.stringify({ ...merged, values: [2, 1_000_000] })],
  ['scenario', JSON.stringify({ ...merged, scenario: { ...scenario, machine: { topology: 'x' } } })],
  ['scenario', JSON.stringify({ ...merged, scenario: { ...scenario, machine: null } })],
  ['field', JSON.stringify({ ...merged, field: 'workload.nothing' })],
  ['runs', JSON.stringify({ ...merged, reports: reports.slice(1) })],
  ['runs', JSON.stringify({ ...merged, reports: reports.toReversed() })],
  ['runs', JSON.stringify({ ...merged, reports: reports.map(({ wakes: _, ...rest }) => rest) })],
  ['runs', JSON.stringify({ ...merged, reports: reports.map(() => null) })],
])('what is no merged sweep is said to be wrong by its %s', async (wrong, text) => {
  expect(await read(text)).toMatchObject({ wrong });
});

test('a merged sweep on a custom machine has the machine with its CPUs, and a link', async () => {
  const machine = withRows({ name: 'Mine', like: 'kunpeng', topology: 'pack:2 core:4 pu:1' });
  const { rows: _, ...written } = machine;
  const reading = await read(JSON.stringify({ ...merged, scenario: { ...scenario, machine: written } }));
  if ('wrong' in reading) throw new Error(reading.wrong);
  const { document, preset } = reading.asked;
  expect([document.machine, factsOf(document.machine).cpus]).toEqual([machine, 8]);
  expect(encode(document, preset)).toContain('pack:2,core:4,pu:1');
});
