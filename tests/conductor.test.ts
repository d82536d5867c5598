import { expect, test } from 'vitest';
import { type Engine, EngineFault, Refusal } from '../src/engine/client';
import { Conductor, type Listener } from '../src/engine/conductor';
import { SPEEDS } from '../src/engine/pace';
import type { Reply, Request } from '../src/engine/protocol';
import { createServer } from '../src/engine/server';
import type { Scenario } from '../src/scenario/generated/types';
import { PRESETS } from '../src/scenario/presets';
import { Simulation } from './fake-simulation';

/** An engine without a worker: the server of the protocol, called at once. */
function directEngine(): Engine & { asked: Request[]; broken: boolean } {
  const serve = createServer(Simulation, () => 0);
  const asked: Request[] = [];
  const ask = async <T extends Reply['type']>(request: Request, _expected: T) => {
    if (engine.broken) throw new EngineFault('gone');
    asked.push(request);
    const reply = serve(structuredClone(request));
    if (reply.type === 'refused') throw new Refusal(reply.errors);
    if (reply.type === 'fault') throw new EngineFault(reply.message);
    return reply as Extract<Reply, { type: T }>;
  };
  const engine = {
    asked,
    broken: false,
    load: (scenario: Scenario, lane: number) => ask({ type: 'load', id: 0, scenario, lane }, 'loaded'),
    advance: (step: Parameters<Engine['advance']>[0]) => ask({ type: 'advance', id: 0, ...step }, 'frame'),
    step: () => ask({ type: 'step', id: 0, withSeries: true }, 'frame'),
    flip: (features: Parameters<Engine['flip']>[0]) => ask({ type: 'flip', id: 0, features }, 'frame'),
    report: async () => (await ask({ type: 'report', id: 0 }, 'report')).report,
    inspect: (cpu: number) => ask({ type: 'inspect', id: 0, cpu }, 'inspection'),
    decisions: (keep: boolean) => ask({ type: 'decisions', id: 0, keep }, 'decisions'),
    check: async (text: string) => void (await ask({ type: 'check', id: 0, text }, 'checked')),
    dispose: () => {},
  };
  return engine;
}

function stage() {
  const heard: string[] = [];
  const engines: ReturnType<typeof directEngine>[] = [];
  const listener: Listener = {
    loaded: (_, lanes) => heard.push(`loaded ${lanes.length}`),
    refused: (_, errors) => heard.push(`refused ${errors[0]?.field}`),
    faulted: (message) => heard.push(`fault ${message}`),
    ended: (lane, ns) => heard.push(`ended ${lane} ${ns}`),
    playing: (playing) => heard.push(playing ? 'playing' : 'paused'),
    approaching: () => {},
  };
  const conductor = new Conductor(async () => {
    const engine = directEngine();
    engines.push(engine);
    return engine;
  }, listener);
  /** Lets the page draw a frame, and the engines answer it. */
  const frame = async (nowMs: number) => {
    conductor.tick(nowMs);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const times = () => conductor.lanes.map((lane) => lane.frame?.ns);
  return { conductor, engines, heard, frame, times };
}

test('watching: both lanes reach the same simulated time, speed times real time', async () => {
  const { conductor, frame, times } = stage();
  await conductor.load(PRESETS.cluster);
  conductor.setSpeed(SPEEDS.indexOf(1e6));
  await frame(1000);
  conductor.play();
  await frame(1016);
  await frame(1032);
  // 32 ms at 1 ms/s are 32 µs.
  expect(times()).toEqual([32_000, 32_000]);
  expect(conductor.clockNs).toBe(32_000);
});

test('play asked for while a scenario is being loaded starts once it is; asked for and taken back, it does not', async () => {
  const { conductor, frame, heard } = stage();
  const loaded = conductor.load(PRESETS.cluster);
  conductor.play();
  expect(conductor.willPlay).toBe(true);
  expect(conductor.playing).toBe(false);
  await loaded;
  expect(heard).toEqual(['loaded 2', 'playing']);
  await frame(0);
  await frame(16);
  expect(conductor.clockNs).toBeGreaterThan(0);

  const again = stage();
  const loading = again.conductor.load(PRESETS.cluster);
  again.conductor.play();
  again.conductor.pause();
  await loading;
  expect(again.heard).toEqual(['loaded 2']);
});

test('a stall of the page is not made up for', async () => {
  const { conductor, frame } = stage();
  await conductor.load(PRESETS.cluster);
  conductor.setSpeed(SPEEDS.indexOf(1e6));
  await frame(0);
  conductor.play();
  await frame(60_000);
  expect(conductor.clockNs).toBe(100_000);
});

test('a step is one event, in the lane that is behind', async () => {
  const { conductor, times } = stage();
  await conductor.load(PRESETS.cluster);
  await conductor.step();
  const [first, second] = times();
  expect([first, second]).toEqual([1000, 0]);
  await conductor.step();
  expect(times()).toEqual([1000, 1000]);
  expect(conductor.lanes.map((lane) => lane.frame?.events)).toEqual([1, 1]);
});

test('a flip during the run happens at the time the lane has reached', async () => {
  const { conductor, frame, engines } = stage();
  await conductor.load(PRESETS.cluster);
  await frame(0);
  conductor.play();
  await frame(100);
  const features = { ...PRESETS.cluster.lanes[1]!.features, steal: 'on' as const };
  expect(await conductor.flip(1, features)).toBe(1000);
  expect(engines[1]?.asked.at(-1)).toMatchObject({ type: 'flip', features });
  expect(engines[0]?.asked.some((request) => request.type === 'flip')).toBe(false);
});

test('loads in a hurry: only the first and the last are run', async () => {
  const { conductor, engines, heard } = stage();
  await Promise.all([1, 2, 3, 4].map((seed) => conductor.load({ ...PRESETS.cluster, seed })));
  const seeds = engines[0]?.asked.flatMap((request) => (request.type === 'load' ? [request.scenario.seed] : []));
  expect(seeds).toEqual([4]);
  expect(heard).toEqual(['loaded 2']);
});

test('racing ends at the time limit and says so for each lane', async () => {
  const { conductor, frame, heard } = stage();
  await conductor.load({ ...PRESETS.cluster, limit_ms: 1 });
  conductor.setPace('race');
  conductor.play();
  for (let i = 0; i < 50 && conductor.playing; i++) await frame(i * 16);
  expect(heard).toEqual(['loaded 2', 'playing', 'ended 0 1000000', 'ended 1 1000000', 'paused']);
  expect(conductor.clockNs).toBe(1_000_000);
  conductor.play();
  expect(conductor.playing).toBe(false);
});

test('a refused scenario leaves the one before it running', async () => {
  const { conductor, frame, heard, times } = stage();
  await conductor.load(PRESETS.cluster);
  await conductor.load({ ...PRESETS.cluster, seed: 666 });
  expect(heard).toEqual(['loaded 2', 'refused seed']);
  await frame(0);
  conductor.play();
  await frame(100);
  expect(times()).toEqual([1000, 1000]);
});

test('after a fault the next load starts new engines', async () => {
  const { conductor, frame, engines, heard } = stage();
  await conductor.load(PRESETS.cluster);
  engines[0]!.broken = true;
  conductor.play();
  await frame(100);
  expect(heard).toEqual(['loaded 2', 'playing', 'paused', 'fault gone']);
  await conductor.load(PRESETS.cluster);
  expect(engines.length).toBe(4);
  expect(heard.at(-1)).toBe('loaded 2');
});

test('a lane that stays is reset, not replaced, so that what draws it stays too', async () => {
  const { conductor } = stage();
  await conductor.load(PRESETS.cluster);
  const [before] = conductor.lanes;
  let resets = 0;
  before?.onReset(() => {
    resets += 1;
  });
  await conductor.load({ ...PRESETS.cluster, seed: 8 });
  expect(conductor.lanes[0]).toBe(before);
  expect(resets).toBe(1);
});

test('wherever an advance stops, its log holds the window before', () => {
  const serve = createServer(Simulation, () => 0);
  const advance = (untilNs: number, windowNs: number) => {
    const reply = serve({ type: 'advance', id: 2, untilNs, budgetMs: 1, level: 2, windowNs, withSeries: false });
    if (reply.type !== 'frame') throw new Error(reply.type);
    const times = Array.from({ length: reply.log.length / 4 }, (_, i) => reply.log[i * 4]!);
    return { first: times[0] ?? 0, last: times.at(-1) ?? 0 };
  };
  serve({ type: 'load', id: 1, scenario: { ...PRESETS.cluster, limit_ms: 1 }, lane: 0 });
  const whole = advance(100_000, 1e6);
  expect(whole.first).toBe(1000);
  const window = advance(400_000, 50_000);
  expect(window.last).toBeGreaterThan(395_000);
  expect(window.first).toBeLessThan(350_000);
  expect(window.first).toBeGreaterThan(290_000);
  // The run ends long before the time asked for.
  const end = advance(50e6, 50_000);
  expect(end.last).toBeGreaterThan(990_000);
  expect(end.first).toBeLessThan(950_000);
});

test('a pause shows both lanes at the same moment, though one was slower', async () => {
  const { conductor, frame, engines, times } = stage();
  await conductor.load(PRESETS.cluster);
  conductor.setPace('race');
  conductor.play();
  // Lane B's worker gets nowhere in its budget.
  const { advance } = engines[1]!;
  engines[1]!.advance = (step) => advance({ ...step, untilNs: Math.min(step.untilNs, 50_000) });
  await frame(16);
  expect(times()).toEqual([100_000, 50_000]);
  expect(conductor.clockNs).toBe(50_000);
  // Lane A waits for it.
  await frame(32);
  expect(times()).toEqual([100_000, 50_000]);
  engines[1]!.advance = advance;
  conductor.pause();
  await frame(48);
  expect(times()).toEqual([100_000, 100_000]);
  expect(conductor.clockNs).toBe(100_000);
});

test('a scenario opens at its start moment, with the last window in the log', async () => {
  const { conductor, times } = stage();
  await conductor.load(PRESETS.cluster);
  const firsts: number[] = [];
  conductor.lanes[0]?.onLog((log) => firsts.push(log[0]!));
  await conductor.load({ ...PRESETS.cluster, seed: 8 }, 3_000_000);
  expect(times()).toEqual([3_000_000, 3_000_000]);
  expect(conductor.clockNs).toBe(3_000_000);
  expect(conductor.lanes[0]?.series?.[1]).toBeGreaterThan(100);
  // The window of a watch at the first speed is 0.12 ms; nothing of the way before it is drawn.
  expect(firsts.length).toBe(1);
  expect(firsts[0]).toBeGreaterThanOrEqual(2_880_000);
  await conductor.load({ ...PRESETS.cluster, seed: 9, limit_ms: 1 }, 3_000_000);
  expect(times()).toEqual([1_000_000, 1_000_000]);
});

test('a pause cuts the way to the start moment short', async () => {
  const { conductor, engines, times } = stage();
  await conductor.load(PRESETS.cluster);
  // Both workers get 0.1 ms far in each answer.
  for (const engine of engines) {
    const { advance } = engine;
    let reached = 0;
    engine.advance = async (step) => {
      await new Promise((resolve) => setTimeout(resolve));
      reached = Math.min(step.untilNs, reached + 100_000);
      return advance({ ...step, untilNs: reached });
    };
  }
  const loading = conductor.load({ ...PRESETS.cluster, seed: 8 }, 500_000_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  conductor.pause();
  await loading;
  const [a = 0, b = 0] = times();
  expect(a).toBe(b);
  expect(a).toBeGreaterThan(0);
  expect(a).toBeLessThan(100_000_000);
  expect(conductor.clockNs).toBe(a);
});

test('a text is checked without touching the run', async () => {
  const { conductor, times } = stage();
  await conductor.load(PRESETS.cluster, 1_000_000);
  expect(await conductor.check(JSON.stringify(PRESETS.steal))).toEqual([]);
  expect(await conductor.check(JSON.stringify({ ...PRESETS.steal, seed: 666 }))).toMatchObject([{ field: 'seed' }]);
  expect(times()).toEqual([1_000_000, 1_000_000]);
});
