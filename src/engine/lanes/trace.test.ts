import { expect, test } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { PRESETS } from '../../scenario/presets';
import { samplesOf } from '../wire/trace';
import { LogLevel } from './questions';
import { createServer } from './server';

const MS = 1e6;
/** A clock that advances at each reading, since the length of a trace depends on the time. */
let ms = 0;

test('a queue is traced between two past moments, its last sample equals the inspection, and the run does not move', () => {
  const server = createServer(Simulation, { now: () => (ms += 0.01) });
  server.load(PRESETS.debt, 1);
  const step = { budgetMs: 10_000, level: LogLevel.off, windowNs: 0, withSeries: false };
  server.advance({ ...step, untilNs: 115 * MS });
  const before = server.inspectCpu(0);
  const samples = samplesOf(server.traceQueue(0, 60 * MS, 115 * MS));
  expect(samples[0]?.ns).toBe(60 * MS);
  const last = samples.at(-1);
  expect(last).toMatchObject({ ns: 115 * MS, clock: before.inspection?.queue.clock_ns });
  expect(last?.tasks.map(({ task, state, v, d }) => [task, state, v, d])).toEqual(
    before.inspection?.queue.tasks.map(({ task, running, delayed, vruntime_ns, deadline_ns }) => [
      task,
      running ? 'running' : delayed ? 'delayed' : 'waiting',
      vruntime_ns,
      deadline_ns,
    ]),
  );
  expect(samples.length).toBeGreaterThan(15);
  expect(server.inspectCpu(0)).toEqual(before);
  expect(server.traceQueue(99, 60 * MS, 115 * MS)).toHaveLength(0);
});
