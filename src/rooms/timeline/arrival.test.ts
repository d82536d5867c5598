import { expect, test } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { LogLevel } from '../../engine/lanes/questions';
import { createServer } from '../../engine/lanes/server';
import { FrameView } from '../../engine/wire/frame';
import { eachRecord } from '../../engine/wire/log';
import { EVENT_KINDS } from '../../scenario/generated/vocab';
import { PRESETS } from '../../scenario/presets';
import { arrivalOf } from './arrival';
import { Segments } from './segments';
import { isTask, stretchesOf } from './stretch';

const UNTIL_NS = 2_000_000;

test('the explanation of a bar follows the log: wake-up time, waiting place, waker', async () => {
  const server = createServer(Simulation);
  const { machine } = server.load(PRESETS.cluster, 0);
  const step = { untilNs: UNTIL_NS, budgetMs: Number.POSITIVE_INFINITY, level: LogLevel.all, windowNs: UNTIL_NS };
  const { frame, log } = server.advance({ ...step, withSeries: false });
  const segments = new Segments(machine.cpus);
  segments.accept(log, new FrameView(frame), UNTIL_NS);
  const wakes: { task: number; ns: number; cpu: number }[] = [];
  eachRecord(log, ({ kind, task, ns, cpu }) => {
    if (EVENT_KINDS[kind] === 'wake') wakes.push({ task, ns, cpu });
  });
  let woken = 0;
  for (let cpu = 0; cpu < machine.cpus; cpu += 2) {
    const stretch = stretchesOf(segments, 0, cpu, 1_900_000, 1_950_000).find(isTask);
    if (!stretch) continue;
    const result = await arrivalOf(
      stretch,
      segments,
      machine,
      async (task, ns) => server.decision({ task, ns })?.record ?? null,
    );
    const wake = wakes.findLast(({ task, ns }) => task === stretch.task && ns <= stretch.from);
    expect(result?.head.chosen).toBe(cpu);
    expect(result?.waited.ns).toBeGreaterThanOrEqual(0);
    if (!result?.waker || !wake) continue;
    woken += 1;
    expect(result.waited).toEqual({ ns: stretch.from - wake.ns, cpu: wake.cpu, preempted: false });
    const { waker } = result;
    expect(stretchesOf(segments, 0, waker.cpu, waker.ns, waker.ns + 1)[0]?.task).toBe(waker.task);
    expect(waker.task).not.toBe(stretch.task);
  }
  expect(woken).toBeGreaterThan(5);
});

test('a preempted task has waited since then, and has no waker', async () => {
  const m = createServer(Simulation).load(PRESETS.classroom, 0).machine;
  const server = createServer(Simulation);
  server.load(PRESETS.classroom, 0);
  const step = { untilNs: UNTIL_NS, budgetMs: Number.POSITIVE_INFINITY, level: LogLevel.all, windowNs: UNTIL_NS };
  const { frame, log } = server.advance({ ...step, withSeries: false });
  const segments = new Segments(m.cpus);
  segments.accept(log, new FrameView(frame), UNTIL_NS);
  const stretch = stretchesOf(segments, 0, 1, 1_000_000, 2_000_000).find(isTask);
  if (!stretch) throw new Error('CPU 1 ran nothing');
  const record = server.decision({ task: stretch.task, ns: stretch.from })?.record ?? null;
  // As if it had continued 500 ns after the end of this interval.
  const later = { ...stretch, from: stretch.to + 500 };
  const result = await arrivalOf(later, segments, m, async () => record);
  expect(result).toMatchObject({ waker: null, waited: { ns: 500, cpu: 1, preempted: true } });
});

test('a task without a decision has no explanation', async () => {
  const stretch = { lane: 0, cpu: 0, task: 1, from: 10, to: 20 };
  const { machine } = createServer(Simulation).load(PRESETS.classroom, 0);
  expect(await arrivalOf(stretch, new Segments(8), machine, async () => null)).toBeNull();
});
