import { expect, test, vi } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { Lane } from '../../engine/lanes/lane';
import { type LaneEngine, LogLevel } from '../../engine/lanes/questions';
import { runToStart } from '../../engine/lanes/seek';
import { createServer } from '../../engine/lanes/server';
import { FrameView } from '../../engine/wire/frame';
import { PRESETS } from '../../scenario/presets';
import { PastAsker } from './past';
import { Recording } from './recording';
import { TimelineScene } from './scene';
import { Segments, UNKNOWN } from './segments';
import { stretchAt, stretchesOf } from './stretch';

const WINDOW_NS = 2_000_000;
const [NEAR_NS, NS] = [7_500_000, 8_000_000];

/** A lane with its timeline, which opens at once or `later`, and the code that requests missing intervals. */
function stage(later = false) {
  const server = createServer(Simulation, { now: () => 0 });
  const { machine, tasks } = server.load(PRESETS['hackbench-kunpeng'], 1);
  const lane = new Lane(machine, tasks);
  const recording = new Recording(lane);
  const scene = new TimelineScene(WINDOW_NS);
  const follow = () =>
    recording.follow(
      () => WINDOW_NS,
      () => scene.jumped(),
    );
  if (!later) follow();
  scene.setLanes([{ lane: 'a', recording, marks: [] }]);
  const seek = (ns: number, orLess: boolean) =>
    lane.jump(server.seek({ ns, events: null, budgetMs: 9, level: LogLevel.switches, windowNs: WINDOW_NS, orLess }));
  const play = (untilNs: number) => {
    const step = { budgetMs: 9, level: LogLevel.all, windowNs: WINDOW_NS, withSeries: false };
    const { frame, log } = server.advance({ ...step, untilNs });
    lane.accept(frame, log, null);
    recording.catchUp(WINDOW_NS);
  };
  /** Drawn intervals that differ from the run, or begin or end at another time. */
  const untruths = () => {
    const { segments } = recording;
    const { first, log, frame } = server.range(0, segments.nowNs);
    const truth = Segments.of(segments.cpus, new FrameView(first), log, new FrameView(frame));
    const found: string[] = [];
    for (let cpu = 0; cpu < segments.cpus; cpu += 1) {
      const stretches = stretchesOf(segments, 0, cpu, 0, segments.nowNs);
      for (const [i, { task, from, to }] of stretches.entries()) {
        const meant = stretchAt(truth, 0, cpu, from);
        // At the beginning of the recording, a bar may have started earlier.
        const begins = meant.from === from || (meant.from < from && stretches[i - 1]?.task === UNKNOWN);
        if (task !== UNKNOWN && to > from && !(meant.task === task && meant.to === to && begins))
          found.push(`CPU ${cpu} from ${from}`);
      }
    }
    return found;
  };
  const requested: [number, number][] = [];
  const asker = new PastAsker(scene);
  const look = async (nowMs: number, playing = false) => {
    asker.look(nowMs, NS, playing, async (_, fromNs, toNs) => {
      requested.push([fromNs, toNs]);
      return server.range(fromNs, toNs);
    });
    await vi.waitFor(() => {});
  };
  /** Of how much of the window it is known what its CPUs did (%). */
  const knownPct = () => {
    const { segments } = recording;
    let known = 0;
    for (let cpu = 0; cpu < segments.cpus; cpu += 1)
      for (let i = segments.find(cpu, NS - WINDOW_NS); i < segments.count(cpu); i += 1)
        if (segments.task(cpu, i) !== UNKNOWN)
          known += segments.end(cpu, i) - Math.max(segments.start(cpu, i), NS - WINDOW_NS);
    return (100 * known) / (WINDOW_NS * segments.cpus);
  };
  return { seek, look, requested, scene, lane, server, recording, knownPct, follow, play, untruths };
}

test('after a seek, the missing part of the timeline is requested once the run rests', async () => {
  const { seek, look, requested, knownPct } = stage();
  seek(NEAR_NS, false);
  seek(NS, true);
  // The time before the log is unknown.
  expect(knownPct()).toBeLessThanOrEqual(25);
  expect(knownPct()).toBeGreaterThan(20);
  await look(0);
  await look(100);
  expect(requested).toEqual([]);
  await look(130);
  expect(requested).toEqual([[NS - WINDOW_NS, NS]]);
  expect(knownPct()).toBe(100);
  await look(300);
  await look(600);
  expect(requested).toHaveLength(1);
});

test('before a restored state the timeline is unknown until it is requested', async () => {
  const { seek, look, knownPct } = stage();
  seek(NS, false);
  seek(NEAR_NS, false);
  seek(NS, true);
  expect(knownPct()).toBe(0);
  await look(0);
  await look(130);
  expect(knownPct()).toBe(100);
});

test('nothing is requested while the run plays, or if the log covers the view', async () => {
  const { seek, look, requested, scene } = stage();
  seek(NEAR_NS, false);
  seek(NS, true);
  await look(0, true);
  await look(500, true);
  expect(requested).toEqual([]);
  seek(NS, false);
  await look(600);
  await look(900);
  expect(requested).toEqual([]);
  // A request extends the interval on both sides, playing or not.
  scene.look({ spanNs: 1_000_000, endNs: 3_000_000 });
  await look(1000, true);
  await look(1200, true);
  expect(requested).toEqual([[1_750_000, 3_250_000]]);
});

test('an interval is requested again after a jump, and after a flip that changes the lane', async () => {
  const { seek, look, requested, scene, recording } = stage();
  seek(NS, false);
  scene.look({ spanNs: 1_000_000, endNs: 3_000_000 });
  await look(0);
  await look(200);
  expect(recording.past).not.toBeNull();
  const stretch: [number, number] = [1_750_000, 3_250_000];
  expect(requested).toEqual([stretch]);
  seek(2_500_000, false);
  await look(400);
  await look(600);
  expect(requested).toEqual([stretch, stretch]);
  scene.setLanes([{ lane: 'a', recording, marks: [{ kind: 'note', ns: 1_000_000 }] }]);
  await look(800);
  expect(requested).toHaveLength(2);
  scene.setLanes([{ lane: 'a', recording, marks: [{ kind: 'flip', ns: 2_500_000 }] }]);
  expect(recording.past).toBeNull();
  await look(1000);
  await look(1200);
  expect(requested).toHaveLength(3);
});

test('opened while the lanes play, the timeline does not know the time before, and gets it later', async () => {
  const { look, requested, recording, knownPct, follow, play, untruths } = stage(true);
  for (let ns = 5_000_000; ns <= 7_000_000; ns += 100_000) play(ns);
  follow();
  play(7_100_000);
  expect(untruths()).toEqual([]);
  expect(recording.segments.beganNs).toBe(7_000_000);
  await look(0, true);
  play(7_300_000);
  await look(100, true);
  expect(requested).toEqual([]);
  await look(130, true);
  expect(requested).toEqual([[5_300_000, 7_000_000]]);
  play(NS);
  expect(untruths()).toEqual([]);
  expect(knownPct()).toBe(100);
  await look(300, true);
  await look(600, true);
  expect(requested).toHaveLength(1);
});

test('opened while the lanes are paused, the timeline knows nothing until its request is answered', async () => {
  const { look, requested, knownPct, follow, play, untruths } = stage(true);
  for (let ns = 7_000_000; ns <= NS; ns += 100_000) play(ns);
  follow();
  expect(knownPct()).toBe(0);
  await look(0);
  await look(130);
  expect(requested).toEqual([[NS - WINDOW_NS, NS]]);
  expect(knownPct()).toBe(100);
  expect(untruths()).toEqual([]);
});

test('the run-up to a start moment is unknown, however short it was', async () => {
  const { lane, server, recording, follow, untruths } = stage(true);
  const target = { toNs: 3_000_000, isCut: false };
  const engine = { ask: async (_: 'advance', step: Parameters<typeof server.advance>[0]) => server.advance(step) };
  const options = { level: LogLevel.switches, windowNs: WINDOW_NS, onProgress: () => {} };
  const steps = await runToStart([engine as unknown as LaneEngine], target, options);
  lane.open(steps.flatMap((replies) => replies[0] ?? []));
  follow();
  expect(recording.segments.nowNs).toBe(3_000_000);
  expect(recording.segments.fromNs).toBeGreaterThanOrEqual(1_000_000);
  expect(untruths()).toEqual([]);
});
