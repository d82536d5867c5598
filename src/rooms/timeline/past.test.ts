import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { initSync, Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { Lane } from '../../engine/lanes/lane';
import { LogLevel } from '../../engine/lanes/questions';
import { createServer } from '../../engine/lanes/server';
import { PRESETS } from '../../scenario/presets';
import { PastAsker } from './past';
import { Recording } from './recording';
import { TimelineScene } from './scene';
import { UNKNOWN } from './segments';

beforeAll(() => {
  initSync({ module: readFileSync(new URL('../../../sim-wasm/pkg/sched_wasm_bg.wasm', import.meta.url)) });
});

const WINDOW_NS = 2_000_000;
const [NEAR_NS, NS] = [7_500_000, 8_000_000];

/** A lane with its timeline, and who asks for what that lacks. */
function stage() {
  const server = createServer(Simulation, { now: () => 0 });
  const { machine, tasks } = server.load(PRESETS['hackbench-kunpeng'], 1);
  const lane = new Lane(machine, tasks);
  const recording = new Recording(lane);
  const scene = new TimelineScene(WINDOW_NS);
  recording.follow(
    () => WINDOW_NS,
    () => scene.jumped(),
  );
  scene.setLanes([{ lane: 'a', recording, marks: [] }]);
  const seek = (ns: number, orLess: boolean) =>
    lane.jump(server.seek({ ns, events: null, budgetMs: 9, level: LogLevel.switches, windowNs: WINDOW_NS, orLess }));
  const asked: [number, number][] = [];
  const asker = new PastAsker(scene);
  const look = async (nowMs: number, playing = false) => {
    asker.look(nowMs, NS, playing, async (_, fromNs, toNs) => {
      asked.push([fromNs, toNs]);
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
  return { seek, look, asked, scene, recording, knownPct };
}

test('what the log of a moment that was sought lacks of the timeline is asked for once the run rests', async () => {
  const { seek, look, asked, knownPct } = stage();
  seek(NEAR_NS, false);
  seek(NS, true);
  // Nothing is claimed of the time before the log.
  expect(knownPct()).toBeLessThanOrEqual(25);
  expect(knownPct()).toBeGreaterThan(20);
  await look(0);
  await look(100);
  expect(asked).toEqual([]);
  await look(130);
  expect(asked).toEqual([[NS - WINDOW_NS, NS]]);
  expect(knownPct()).toBe(100);
  await look(300);
  await look(600);
  expect(asked).toHaveLength(1);
});

test('of a moment whose state was kept nothing before it is claimed until it is asked for', async () => {
  const { seek, look, knownPct } = stage();
  seek(NS, false);
  seek(NEAR_NS, false);
  seek(NS, true);
  expect(knownPct()).toBe(0);
  await look(0);
  await look(130);
  expect(knownPct()).toBe(100);
});

test('nothing is asked for while the run plays, nor where the log holds it all', async () => {
  const { seek, look, asked, scene } = stage();
  seek(NEAR_NS, false);
  seek(NS, true);
  await look(0, true);
  await look(500, true);
  expect(asked).toEqual([]);
  seek(NS, false);
  await look(600);
  await look(900);
  expect(asked).toEqual([]);
  // A stretch of the past is asked for with some more on both sides, playing or not.
  scene.look({ spanNs: 1_000_000, endNs: 3_000_000 });
  await look(1000, true);
  await look(1200, true);
  expect(asked).toEqual([[1_750_000, 3_250_000]]);
});

test('a stretch of the past is asked for anew after a jump, and after a flip that gives the lane another future', async () => {
  const { seek, look, asked, scene, recording } = stage();
  seek(NS, false);
  scene.look({ spanNs: 1_000_000, endNs: 3_000_000 });
  await look(0);
  await look(200);
  expect(recording.past).not.toBeNull();
  const stretch: [number, number] = [1_750_000, 3_250_000];
  expect(asked).toEqual([stretch]);
  seek(2_500_000, false);
  await look(400);
  await look(600);
  expect(asked).toEqual([stretch, stretch]);
  scene.setLanes([{ lane: 'a', recording, marks: [{ kind: 'note', ns: 1_000_000 }] }]);
  await look(800);
  expect(asked).toHaveLength(2);
  scene.setLanes([{ lane: 'a', recording, marks: [{ kind: 'flip', ns: 2_500_000 }] }]);
  expect(recording.past).toBeNull();
  await look(1000);
  await look(1200);
  expect(asked).toHaveLength(3);
});
