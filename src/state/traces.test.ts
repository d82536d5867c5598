// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Simulation } from '../../tests/simulator';
import { Lane } from '../engine/lanes/lane';
import { type LaneQuestions, LogLevel } from '../engine/lanes/questions';
import { createServer } from '../engine/lanes/server';
import { samplesOf } from '../engine/wire/trace';
import { PRESETS } from '../scenario/presets';
import { turnsOf } from '../signs/lag';
import { runStore } from './run';
import { useTraces } from './traces';

const MS = 1e6;
const SPAN_NS = 10 * MS;
const CPU = 3;

/** Renders the next frame. */
let frame: (nowMs: number) => void = () => {};
vi.mock('../engine/loop', () => ({
  onFrame: (draw: typeof frame) => {
    frame = draw;
    return () => {};
  },
}));
let server: LaneQuestions;
/** Real time that passes at each reading of the clock (ms). */
let lookMs = 0;
let answer: LaneQuestions['traceQueue'];
vi.mock('./run', async (original) => ({
  ...(await original<typeof import('./run')>()),
  ask: async (_: number, __: 'traceQueue', ...args: Parameters<LaneQuestions['traceQueue']>) => answer(...args),
}));

let lane: Lane;
let nowMs = 0;
beforeEach(() => {
  let ms = 0;
  server = createServer(Simulation, { now: () => (ms += lookMs) });
  answer = vi.fn<typeof answer>((...args) => server.traceQueue(...args));
  lookMs = 0;
  const { machine, tasks } = server.load(PRESETS.cluster, 0);
  lane = new Lane(machine, tasks);
  runStore.setState({ feeds: [lane], playing: false });
});
afterEach(cleanup);

const go = (untilNs: number) => {
  const reply = server.advance({ untilNs, budgetMs: 1e9, level: LogLevel.off, windowNs: 0, withSeries: false });
  lane.accept(reply.frame, reply.log, null);
};
const seek = (ns: number) =>
  lane.jump(server.seek({ ns, events: null, budgetMs: 1e9, level: LogLevel.off, windowNs: 0, orLess: false }));
const passFrame = () =>
  act(async () => {
    nowMs += 500;
    frame(nowMs);
  });
const atOnce = (fromNs: number, toNs: number) => {
  lookMs = 0;
  return samplesOf(server.traceQueue(CPU, fromNs, toNs));
};

test('a long trace arrives in several answers', async () => {
  go(30 * MS);
  // Few samples fit into one answer.
  server.range(29 * MS, 29 * MS);
  lookMs = 30;
  const { result } = renderHook(() => useTraces([0], CPU, MS));
  await passFrame();
  const [first] = result.current;
  expect(first).toMatchObject({ fromNs: 29 * MS, toNs: 30 * MS });
  expect(first?.reachesNs).toBeLessThan(30 * MS);
  for (let i = 0; i < 1000 && result.current[0]?.reachesNs !== 30 * MS; i += 1) await passFrame();
  const [whole] = result.current;
  expect(whole?.reachesNs).toBe(30 * MS);
  const turns = turnsOf(whole?.samples ?? []);
  expect(turns).toEqual(turnsOf(atOnce(29 * MS, 30 * MS)));
  expect(turns.length).toBeGreaterThan(3);
  const asked = vi.mocked(answer).mock.calls.length;
  expect(asked).toBeGreaterThan(2);
  await passFrame();
  expect(answer).toHaveBeenCalledTimes(asked);
});

test('as the run continues only new samples are queried; the trace begins one span ago', async () => {
  go(30 * MS);
  const { result } = renderHook(() => useTraces([0], CPU, SPAN_NS));
  await passFrame();
  go(32 * MS);
  await passFrame();
  expect(vi.mocked(answer).mock.calls.map(([, fromNs, toNs]) => [fromNs, toNs])).toEqual([
    [20 * MS, 30 * MS],
    [30 * MS, 32 * MS],
  ]);
  const [shown] = result.current;
  expect(shown).toMatchObject({ fromNs: 22 * MS, toNs: 32 * MS, reachesNs: 32 * MS });
  expect(turnsOf(shown?.samples ?? [])).toEqual(turnsOf(atOnce(22 * MS, 32 * MS)));
});

test('after a seek the trace is queried again, and an older answer is dropped', async () => {
  go(30 * MS);
  const { result } = renderHook(() => useTraces([0], CPU, SPAN_NS));
  await passFrame();
  seek(29 * MS);
  vi.mocked(answer).mockImplementationOnce((...args) => {
    seek(28 * MS);
    return server.traceQueue(...args);
  });
  await passFrame();
  expect(result.current[0]?.toNs).toBe(30 * MS);
  await passFrame();
  expect(result.current[0]).toMatchObject({ fromNs: 18 * MS, toNs: 28 * MS, reachesNs: 28 * MS });
  expect(vi.mocked(answer).mock.lastCall).toEqual([CPU, 18 * MS, 28 * MS]);
});
