import { expect, test } from 'vitest';
import { directEngine } from '../../../tests/direct-engine';
import { Simulation } from '../../../tests/fake-simulation';
import type { Features, Flip, Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { EngineFault } from '../port/port';
import { FrameView } from '../wire/frame';
import { Conductor, type Listener } from './conductor';
import { SPEEDS } from './pace';
import type { Advance } from './questions';
import { createServer } from './server';

function stage() {
  const heard: string[] = [];
  const progress: (readonly [fraction: number | null, ns: number])[] = [];
  const engines: ReturnType<typeof directEngine>[] = [];
  const listener: Listener = {
    loaded: (_, lanes) => heard.push(`loaded ${lanes.length}`),
    refused: (_, errors) => heard.push(`refused ${errors[0]?.field}`),
    faulted: (message) => heard.push(`fault ${message}`),
    ended: (lane, ns) => heard.push(`ended ${lane} ${ns}`),
    playing: (playing) => heard.push(playing ? 'playing' : 'paused'),
    onProgress: (fraction, ns) => progress.push([fraction, ns]),
  };
  const conductor = new Conductor(async () => {
    const engine = directEngine();
    engines.push(engine);
    return engine;
  }, listener);
  /** Renders an animation frame on the page, and waits for the engines. */
  const frame = async (nowMs: number) => {
    conductor.tick(nowMs);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const times = () => conductor.lanes.map((lane) => lane.frame?.ns);
  return { conductor, engines, heard, progress, frame, times };
}

const { cluster } = PRESETS;

/** A document with flips in lane B. */
const flippedB = (flips: readonly Flip[]): Scenario => {
  const [a, b] = cluster.lanes;
  return { ...cluster, lanes: [a!, flips.length > 0 ? { ...b!, flips: [...flips] } : b!] };
};
const flipTo = (at_ns: number, change: Partial<Features>): Flip => ({
  at_ns,
  features: { ...cluster.lanes[1]!.features, ...change },
});

/** Lets pending work continue. */
const later = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Engines that advance by 0.1 ms per answer to a seek; counts the requests. */
function slowly(engines: readonly ReturnType<typeof directEngine>[], from = 0) {
  const asked = { times: 0 };
  for (const engine of engines) {
    let at = from;
    engine.instead('seek', async (seek, to) => {
      asked.times += 1;
      await later();
      at = Math.min(to.ns, at + 100_000);
      return seek({ ...to, ns: at });
    });
  }
  return asked;
}

test('in playback both lanes reach the same simulated time, speed times real time', async () => {
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

test('play during a load plays after it, unless a pause follows', async () => {
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

test('the end of a run does not stop the next one, which is loading', async () => {
  const { conductor, frame, heard } = stage();
  const short = { ...PRESETS.cluster, limit_ms: 1 };
  await conductor.load(short);
  await conductor.seek(999_999);
  conductor.play();
  await frame(0);
  conductor.tick(16);
  await conductor.load(short);
  expect(heard).toContain('ended 0 1000000');
  expect(conductor.playing).toBe(true);
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

test('a step is one event, the earliest; at equal times that of the first lane', async () => {
  const { conductor, times } = stage();
  await conductor.load(PRESETS.cluster);
  await conductor.step();
  const [first, second] = times();
  expect([first, second]).toEqual([1000, 0]);
  await conductor.step();
  expect(times()).toEqual([1000, 1000]);
  expect(conductor.lanes.map((lane) => lane.frame?.events)).toEqual([1, 1]);
});

test('a flip during the run is sent to its lane only, at the moment of that lane', async () => {
  const { conductor, frame, engines, times } = stage();
  await conductor.load(cluster);
  await frame(0);
  conductor.play();
  await frame(100);
  const wanted = flippedB([flipTo(1000, { steal: 'on' })]);
  expect(await conductor.flip(() => wanted)).toEqual(wanted);
  expect(engines[1]?.requests.at(-1)).toMatchObject({ name: 'flips', args: [[flipTo(1000, { steal: 'on' })]] });
  expect(engines[0]?.requests.some(({ name }) => name === 'flips')).toBe(false);
  expect([conductor.loaded, times()]).toEqual([wanted, [1000, 1000]]);
});

test('a flip made while a lane advances moves to the present moment of the lane, which does not go back', async () => {
  const { conductor, frame, engines, times } = stage();
  await conductor.load(cluster);
  conductor.setSpeed(SPEEDS.indexOf(1e6));
  await frame(0);
  conductor.play();
  await frame(10);
  conductor.tick(20);
  const flipped = conductor.flip(() => flippedB([flipTo(10_000, { steal: 'on' })]));
  expect(await flipped).toEqual(flippedB([flipTo(20_000, { steal: 'on' })]));
  expect(times()).toEqual([20_000, 20_000]);
  expect(engines[1]?.requests.some(({ name }) => name === 'seek')).toBe(false);
  // A lane that has passed another flip meanwhile goes back, since the document differs from what it ran.
  const passed = [flipTo(20_000, { steal: 'on' }), flipTo(25_000, { cluster_scan: 'off' })];
  await conductor.flip(() => flippedB(passed));
  conductor.tick(30);
  const wanted = flippedB([flipTo(20_000, { cluster_scan: 'off' })]);
  expect(await conductor.flip(() => wanted)).toEqual(wanted);
  expect(times()).toEqual([30_000, 30_000]);
  expect(engines[1]?.requests.some(({ name }) => name === 'seek')).toBe(true);
});

test('flips are not sent if the document differs in more, or nothing is loaded', async () => {
  const { conductor, engines } = stage();
  expect(await conductor.flip(() => cluster)).toBeNull();
  await conductor.load(cluster);
  expect(await conductor.flip(() => ({ ...flippedB([flipTo(10, { steal: 'on' })]), seed: 8 }))).toBeNull();
  conductor.dispose();
  expect(await conductor.flip(() => flippedB([flipTo(10, { steal: 'on' })]))).toBeNull();
  expect(engines.flatMap(({ requests }) => requests.filter(({ name }) => name === 'flips'))).toEqual([]);
});

test('headedNs is the target of a load or seek, also after a fault, until the next load', async () => {
  const { conductor, engines, heard } = stage();
  await conductor.load(cluster, 100_000);
  expect([conductor.headed, conductor.headedNs]).toEqual([false, 100_000]);
  const sought = conductor.seek(300_000);
  expect([conductor.headed, conductor.headedNs]).toEqual([true, 300_000]);
  await sought;
  expect(conductor.headed).toBe(false);
  engines[0]!.broken = true;
  await Promise.all([conductor.seek(200_000), conductor.seek(250_000)]);
  expect([conductor.headedNs, conductor.clockNs, conductor.loaded, heard.at(-1)]).toEqual([
    250_000,
    300_000,
    null,
    'fault gone',
  ]);
  await conductor.load(cluster, conductor.headedNs);
  expect([conductor.headed, conductor.clockNs, conductor.loaded]).toEqual([false, 250_000, cluster]);
  // A refused document has no target; a loaded one replaces the target of an earlier seek.
  void conductor.seek(9000);
  await conductor.load({ ...cluster, seed: 666 }, 800_000);
  expect([conductor.headed, conductor.clockNs, conductor.loaded]).toEqual([false, 250_000, cluster]);
});

test('of several loads in a hurry only the last is completed', async () => {
  const { conductor, engines, heard } = stage();
  await Promise.all([1, 2, 3, 4].map((seed) => conductor.load({ ...PRESETS.cluster, seed })));
  const seeds = engines[0]?.requests.flatMap(({ name, args: [scenario] }) =>
    name === 'load' ? [(scenario as Scenario).seed] : [],
  );
  expect(seeds).toEqual([4]);
  expect(heard).toEqual(['loaded 2']);
});

test('a race ends at the time limit, and reports the end of each lane', async () => {
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

test('a step or a seek to the end stops playback', async () => {
  const toTheEnd: readonly ((conductor: Conductor) => Promise<void>)[] = [
    (conductor) => conductor.seek(9e9),
    async (conductor) => {
      for (let i = 0; i < 5; i++) await conductor.step();
    },
  ];
  for (const go of toTheEnd) {
    const { conductor, heard } = stage();
    await conductor.load({ ...PRESETS.cluster, limit_ms: 1 }, 999_999);
    conductor.play();
    await go(conductor);
    expect(heard.toSorted()).toEqual(['ended 0 1000000', 'ended 1 1000000', 'loaded 2', 'paused', 'playing']);
    expect([conductor.playing, conductor.clockNs]).toEqual([false, 1_000_000]);
  }
});

test('a refused scenario keeps the previous one running', async () => {
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

test('before a load and after a fault no call changes the clock or faults again', async () => {
  const { conductor, engines, frame, heard } = stage();
  const wantAll = async () => {
    await Promise.all([
      conductor.seek(500_000),
      conductor.step(),
      conductor.stepBack(),
      conductor.stepDecision('last', null),
      conductor.standBefore(0, { task: 1, ns: 5 }),
      conductor.flip(() => PRESETS.cluster),
      conductor.askAll('report'),
      conductor.trails(null),
    ]);
    conductor.play();
    await frame(16);
    conductor.pause();
    await frame(32);
    return conductor.clockNs;
  };
  expect(await wantAll()).toBe(0);
  await conductor.load({ ...PRESETS.cluster, seed: 666 });
  expect(await wantAll()).toBe(0);
  expect(heard).toEqual(['refused seed']);
  await conductor.load(PRESETS.cluster, 1_000_000);
  for (const engine of engines) engine.broken = true;
  await conductor.step();
  expect(heard.splice(0)).toEqual(['refused seed', 'loaded 2', 'fault gone']);
  await conductor.seek(2_000_000);
  expect(conductor.clockNs).toBe(1_000_000);
  await conductor.flip(() => PRESETS.cluster);
  expect(conductor.clockNs).toBe(1_000_000);
  expect(heard).toEqual([]);
});

test('playback resumes after a seek, unless a pause follows', async () => {
  const { conductor, engines, frame, heard } = stage();
  await conductor.load(PRESETS.cluster);
  conductor.play();
  const seeking = conductor.seek(1_000_000);
  expect(conductor.playing).toBe(true);
  await seeking;
  expect(conductor.playing).toBe(true);
  await frame(performance.now() + 50);
  expect(conductor.clockNs).toBeGreaterThan(1_000_000);
  slowly(engines, 1_000_000);
  const long = conductor.seek(50_000_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  conductor.pause();
  await long;
  expect(conductor.clockNs).toBeLessThan(20_000_000);
  expect(conductor.playing).toBe(false);
  expect(heard.filter((word) => word === 'playing' || word === 'paused')).toEqual(['playing', 'paused']);
});

test('play during a load that is refused does not play', async () => {
  const { conductor, engines, heard } = stage();
  await conductor.load(PRESETS.cluster);
  for (const engine of engines) engine.broken = true;
  const loading = conductor.load({ ...PRESETS.cluster, seed: 8 });
  conductor.play();
  await loading;
  expect(heard).toEqual(['loaded 2', 'fault gone']);
  expect([conductor.loading, conductor.willPlay]).toEqual([false, false]);
});

test('a lane with the same machine is reset, not replaced', async () => {
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

test('the log holds the last window wherever an advance stops', () => {
  const server = createServer(Simulation, { now: () => 0 });
  const advance = (untilNs: number, windowNs: number) => {
    const { log } = server.advance({ untilNs, budgetMs: 1, level: 2, windowNs, withSeries: false });
    const times = Array.from({ length: log.length / 4 }, (_, i) => log[i * 4]!);
    return { first: times[0] ?? 0, last: times.at(-1) ?? 0 };
  };
  server.load({ ...PRESETS.cluster, limit_ms: 1 }, 0);
  const whole = advance(100_000, 1e6);
  expect(whole.first).toBe(1000);
  const window = advance(400_000, 50_000);
  expect(window.last).toBeGreaterThan(395_000);
  expect(window.first).toBeLessThan(350_000);
  expect(window.first).toBeGreaterThan(290_000);
  // The run ends long before the requested time.
  const end = advance(50e6, 50_000);
  expect(end.last).toBeGreaterThan(990_000);
  expect(end.first).toBeLessThan(950_000);
});

test('after a pause both lanes are at the same moment, though one was slower', async () => {
  const { conductor, frame, engines, times } = stage();
  await conductor.load(PRESETS.cluster);
  conductor.setPace('race');
  conductor.play();
  // Lane B's worker makes no progress within its budget.
  let reached = 50_000;
  engines[1]!.instead('advance', (advance, step) => advance({ ...step, untilNs: Math.min(step.untilNs, reached) }));
  await frame(16);
  expect(times()).toEqual([100_000, 50_000]);
  expect(conductor.clockNs).toBe(50_000);
  // Lane A waits for it.
  await frame(32);
  expect(times()).toEqual([100_000, 50_000]);
  // It catches up in several answers.
  engines[1]!.instead('advance', (advance, step) => {
    reached += 20_000;
    return advance(step);
  });
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
  // The window of playback at the first speed is 0.12 ms; nothing before it is drawn.
  expect(firsts.length).toBe(1);
  expect(firsts[0]).toBeGreaterThanOrEqual(2_880_000);
  // A shorter run shows its end.
  await conductor.load({ ...PRESETS.cluster, seed: 9, limit_ms: 1 }, 3_000_000);
  expect([times(), conductor.clockNs]).toEqual([[1_000_000, 1_000_000], 1_000_000]);
});

test('slow lanes reach the start moment, too, with the last window in the log', async () => {
  const { conductor, engines, times } = stage();
  await conductor.load(PRESETS.cluster);
  for (const [lane, engine] of engines.entries()) {
    let reached = 2_880_000;
    engine.instead('advance', (advance, step) => {
      if (step.windowNs > 0) reached += 20_000 + 10_000 * lane;
      return advance({ ...step, untilNs: Math.min(step.untilNs, reached) });
    });
  }
  const moments: number[] = [];
  conductor.lanes[0]?.onLog((log) => {
    for (let i = 0; i < log.length; i += 4) moments.push(log[i]!);
  });
  await conductor.load({ ...PRESETS.cluster, seed: 8 }, 3_000_000.4);
  expect(times()).toEqual([3_000_000, 3_000_000]);
  expect(conductor.clockNs).toBe(3_000_000);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(moments.at(-1)).toBeGreaterThan(2_990_000);
  expect(moments[0]).toBeLessThan(2_890_000);
});

test('a step back reaches its event after a long replay', async () => {
  const { conductor, engines } = stage();
  await conductor.load(PRESETS.cluster, 1_000_000);
  await conductor.step();
  const [before] = hashes(conductor);
  await conductor.step();
  await conductor.step();
  for (const engine of engines) {
    let goes = 0;
    // The first answer stops where its budget ended.
    engine.instead('seek', (seek, to) => seek(goes++ === 0 ? { ...to, ns: to.ns / 4, events: null } : to));
  }
  await conductor.stepBack();
  await conductor.stepBack();
  expect(hashes(conductor)[0]).toBe(before);
});

test('a pause cancels the run to the start moment', async () => {
  const { conductor, engines, times } = stage();
  await conductor.load(PRESETS.cluster);
  // Both workers advance by 0.1 ms per answer.
  for (const engine of engines) {
    let reached = 0;
    engine.instead('advance', async (advance, step) => {
      await new Promise((resolve) => setTimeout(resolve));
      reached = Math.min(step.untilNs, reached + 100_000);
      return advance({ ...step, untilNs: reached });
    });
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

test('during a load headedNs is the start moment, and the end is reported', async () => {
  const { conductor, progress } = stage();
  await conductor.load(PRESETS.cluster, 2_000_000);
  expect([conductor.loading, conductor.headedNs, progress.at(-1)]).toEqual([false, 2_000_000, [null, 2_000_000]]);
  const loaded = conductor.load({ ...PRESETS.cluster, seed: 8 });
  expect([conductor.loading, conductor.headedNs, conductor.clockNs]).toEqual([true, 0, 2_000_000]);
  await loaded;
  expect(conductor.headedNs).toBe(0);
});

test('a function that returns the scenario is called when its load starts', async () => {
  const { conductor, engines, heard } = stage();
  const [first, second] = [conductor.load(PRESETS.cluster), conductor.load(() => ({ ...PRESETS.cluster, seed }))];
  const seed = 8;
  await Promise.all([first, second]);
  expect(heard).toEqual(['loaded 2']);
  expect(engines[0]?.requests[0]).toMatchObject({ name: 'load', args: [{ seed: 8 }, 0, {}] });
});

test('a query to a lane is answered; without the lane the answer is null', async () => {
  const { conductor, engines, heard } = stage();
  await conductor.load(PRESETS.cluster, 500_000);
  expect(await conductor.ask(1, 'report')).toMatchObject({ elapsed_ns: 500_000 });
  expect(await conductor.ask(7, 'report')).toBeNull();
  expect(heard).toEqual(['loaded 2']);
  for (const engine of engines) engine.broken = true;
  expect(await conductor.askAll('report')).toEqual([]);
});

test('a query that breaks an engine is answered with null, and playback stops', async () => {
  for (const ask of [
    async (conductor: Conductor) => expect(await conductor.trails(0)).toEqual([]),
    async (conductor: Conductor) => expect(await conductor.stepDecision('next', null)).toBe(false),
    async (conductor: Conductor) => expect(await conductor.standBefore(0, { task: 1, ns: 5 })).toBeNull(),
    async (conductor: Conductor) => expect(await conductor.ask(0, 'report')).toBeNull(),
  ]) {
    const { conductor, engines, heard } = stage();
    await conductor.load(PRESETS.cluster);
    for (const engine of engines) engine.broken = true;
    await ask(conductor);
    conductor.play();
    expect([conductor.playing, heard]).toEqual([false, ['loaded 2', 'fault gone']]);
  }
});

test('a pause without playback keeps the lanes at different moments', async () => {
  const { conductor, frame, times } = stage();
  await conductor.load(PRESETS.cluster);
  await conductor.step();
  conductor.pause();
  await frame(16);
  expect(times()).toEqual([1000, 0]);
});

test('animation frames during a task send nothing', async () => {
  const { conductor, engines, frame } = stage();
  await conductor.load(PRESETS.cluster);
  conductor.play();
  const advanced = () => engines[0]!.requests.filter(({ name }) => name === 'advance').length;
  const before = advanced();
  for (const ms of [16, 32, 48]) conductor.tick(ms);
  await frame(64);
  expect(advanced()).toBe(before + 1);
});

test('a lane that ends gets its complete series once', async () => {
  /** Whether each requested advance includes its series. */
  const asked = async (fromNs: number) => {
    const { conductor, engines, frame, times } = stage();
    await conductor.load({ ...PRESETS.cluster, limit_ms: 1 }, fromNs);
    for (const engine of engines) engine.requests.length = 0;
    // The other lane does not reach its end.
    engines[1]!.instead('advance', (advance, step) => advance({ ...step, untilNs: Math.min(step.untilNs, 990_000) }));
    conductor.setSpeed(SPEEDS.indexOf(10e6));
    await frame(1000);
    conductor.play();
    for (const ms of [1016, 1032]) await frame(ms);
    expect([times()[0], conductor.lanes[0]?.series?.[1]]).toEqual([1_000_000, 50]);
    return engines.map((engine) => engine.requests.map(({ args }) => (args[0] as Advance).withSeries));
  };
  expect(await asked(700_000)).toEqual([
    [true, false, true],
    [true, false],
  ]);
  expect((await asked(900_000))[0]).toEqual([true]);
});

test('a seek cancels the previous seek, but not a load', async () => {
  const { conductor, engines, times } = stage();
  await conductor.load(PRESETS.cluster);
  const asked = slowly(engines);
  const long = conductor.seek(3_000_000);
  await later();
  await Promise.all([long, conductor.seek(400_000)]);
  expect([times(), asked.times < 20]).toEqual([[400_000, 400_000], true]);
  expect(conductor.furthestNs).toBeLessThan(1_000_000);

  for (const engine of engines) {
    let at = 0;
    engine.instead('advance', async (advance, step) => {
      await later();
      at = Math.min(step.untilNs, at + 1_000_000);
      return advance({ ...step, untilNs: at });
    });
  }
  const loaded = conductor.load({ ...PRESETS.cluster, seed: 8 }, 3_000_000);
  await later();
  await Promise.all([loaded, conductor.seek(200_000)]);
  expect([conductor.clockNs, conductor.furthestNs]).toEqual([200_000, 3_000_000]);
});

test('a seek cancels the replay of a flip', async () => {
  const { conductor, engines, times } = stage();
  await conductor.load(PRESETS.cluster, 3_000_000);
  const asked = slowly(engines);
  const wanted = flippedB([flipTo(100_000, { steal: 'on' })]);
  await Promise.all([conductor.flip(() => wanted), conductor.seek(200_000)]);
  expect(times()).toEqual([200_000, 200_000]);
  expect(asked.times).toBeLessThan(12);
  expect(conductor.furthestNs, 'where it stood stays within reach').toBe(3_000_000);
});

test('a search that finds no decision keeps the moment', async () => {
  const { conductor, times } = stage();
  await conductor.load({ ...PRESETS.cluster, limit_ms: 1 }, 500_000);
  expect(await conductor.stepDecision('next', 999)).toBe(false);
  expect(times()).toEqual([500_000, 500_000]);
});

test('standBefore seeks to the moment before a decision, and returns its record', async () => {
  const { conductor, engines, times } = stage();
  await conductor.load(PRESETS.cluster, 500_000);
  const record = Uint32Array.of(6, 40_000, 0, 0, 0, 0);
  engines[1]!.instead('decision', async () => ({ record, ns: 40_000, events: 9 }));
  expect(await conductor.standBefore(1, { task: 1, ns: 50_000 })).toBe(record);
  expect([times()[0], conductor.lanes[1]?.frame?.events, conductor.clockNs]).toEqual([40_000, 9, 40_000]);
});

test('checking a text does not change the run', async () => {
  const { conductor, times } = stage();
  await conductor.load(PRESETS.cluster, 1_000_000);
  expect(await conductor.check(JSON.stringify(PRESETS.steal))).toEqual([]);
  expect(await conductor.check(JSON.stringify({ ...PRESETS.steal, seed: 666 }))).toMatchObject([{ field: 'seed' }]);
  expect(times()).toEqual([1_000_000, 1_000_000]);
});

const hashes = (conductor: Conductor) => conductor.lanes.map((lane) => lane.frame?.hash);

test('a seek reaches the same state as playback, forwards and back', async () => {
  const { conductor, heard, times } = stage();
  await conductor.load({ ...PRESETS.cluster, limit_ms: 4 });
  const seen = new Map<number, unknown>();
  for (const ns of [1_234_567, 2_000_000, 3_999_999]) {
    await conductor.load({ ...PRESETS.cluster, limit_ms: 4 }, ns);
    seen.set(ns, hashes(conductor));
  }
  for (const ns of [2_000_000, 1_234_567, 3_999_999, 2_000_000]) {
    await conductor.seek(ns);
    expect(times()).toEqual([ns, ns]);
    expect(hashes(conductor)).toEqual(seen.get(ns));
  }
  expect(conductor.furthestNs).toBe(3_999_999);
  await conductor.seek(9e9);
  expect(times()).toEqual([4_000_000, 4_000_000]);
  await conductor.seek(0);
  expect(heard.slice(-4)).toEqual(['ended 0 4000000', 'ended 1 4000000', 'ended 0 null', 'ended 1 null']);
  expect(conductor.clockNs).toBe(0);
});

test('of several seeks in a hurry only the last is completed', async () => {
  const { conductor, engines, times } = stage();
  await conductor.load(PRESETS.cluster, 3_000_000);
  await Promise.all([2_000_000, 1_000_000, 500_000, 700_000].map((ns) => conductor.seek(ns)));
  expect(times()).toEqual([700_000, 700_000]);
  const sought = engines[0]?.requests.filter(({ name }) => name === 'seek');
  expect(sought?.length).toBe(1);
});

test('a step back undoes the last event of both lanes, and a step repeats it', async () => {
  const { conductor } = stage();
  await conductor.load(PRESETS.cluster);
  const trail: unknown[] = [hashes(conductor)];
  for (let i = 0; i < 9; i++) {
    await conductor.step();
    trail.push(hashes(conductor));
  }
  for (let i = 8; i >= 0; i--) {
    await conductor.stepBack();
    expect(hashes(conductor)).toEqual(trail[i]);
  }
  for (let i = 1; i < 10; i++) {
    await conductor.step();
    expect(hashes(conductor)).toEqual(trail[i]);
  }
});

test('steps follow the time order of events across lanes at different moments', async () => {
  const { conductor, times } = stage();
  await conductor.load(PRESETS.cluster, 60_000);
  const state = () => ({ hashes: hashes(conductor), events: conductor.lanes.map((lane) => lane.frame?.events) });
  const trail = [state()];
  const moments: number[] = [];
  for (let i = 0; i < 24; i++) {
    const before = times();
    await conductor.step();
    const stepped = times().findIndex((ns, lane) => ns !== before[lane]);
    if (stepped >= 0) moments.push(times()[stepped] ?? Number.NaN);
    trail.push(state());
  }
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  const [a = 0, b = 0] = trail.at(-1)?.events ?? [];
  expect(a - (trail[0]?.events[0] ?? 0)).not.toBe(b - (trail[0]?.events[1] ?? 0));
  for (const there of trail.slice(0, -1).toReversed()) {
    await conductor.stepBack();
    expect(state()).toEqual(there);
  }
  await conductor.step();
  await conductor.stepBack();
  expect(state()).toEqual(trail[0]);
});

test('steps by decision find each decision, or those of one task', async () => {
  const { conductor } = stage();
  await conductor.load(PRESETS.cluster, 100_000);
  const moments = [conductor.clockNs];
  for (let i = 0; i < 5; i++) {
    expect(await conductor.stepDecision('next', 3)).toBe(true);
    moments.push(conductor.clockNs);
  }
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(new Set(moments).size).toBe(6);
  for (let i = 4; i > 0; i--) {
    await conductor.stepDecision('last', 3);
    expect(conductor.clockNs).toBe(moments[i]);
  }
  const here = conductor.clockNs;
  await conductor.stepDecision('last', null);
  expect(conductor.clockNs).toBeLessThan(here);
  expect(conductor.furthestNs, 'the way forward stays within reach').toBe(moments[5]);
  await conductor.seek(0);
  expect(await conductor.stepDecision('last', null)).toBe(false);
});

test('a flip in the past equals a run with that flip, and can be undone', async () => {
  const { conductor, times } = stage();
  const forked = flippedB([flipTo(1_000_000, { cluster_scan: 'off' })]);
  await conductor.load(forked, 2_000_000);
  const forkedThere = hashes(conductor);
  await conductor.load(cluster, 2_000_000);
  const plainThere = hashes(conductor);
  expect(forkedThere).not.toEqual(plainThere);

  await conductor.seek(1_000_000);
  await conductor.flip(() => forked);
  expect(times()).toEqual([1_000_000, 1_000_000]);
  await conductor.seek(2_000_000);
  expect(hashes(conductor)).toEqual(forkedThere);
  await conductor.flip(() => cluster);
  expect(times()).toEqual([2_000_000, 2_000_000]);
  expect(hashes(conductor)).toEqual(plainThere);
  await conductor.flip(() => forked);
  expect(hashes(conductor)).toEqual(forkedThere);
});

test("a flip that replaces another at the same moment keeps the lane's moment", async () => {
  const { conductor, times } = stage();
  await conductor.load(cluster, 1_000_000);
  const plain = hashes(conductor);
  for (const change of [{ cluster_scan: 'off' }, { steal: 'on' }] as const) {
    const wanted = flippedB([flipTo(1_000_000, change)]);
    expect(await conductor.flip(() => wanted)).toEqual(wanted);
    expect(times()).toEqual([1_000_000, 1_000_000]);
  }
  await conductor.flip(() => cluster);
  expect(times()).toEqual([1_000_000, 1_000_000]);
  expect(hashes(conductor)).toEqual(plain);
  expect(conductor.clockNs).toBe(1_000_000);
});

test('a past interval has the records that were logged', () => {
  const server = createServer(Simulation, { now: () => 0 });
  server.load(PRESETS.cluster, 0);
  const played = server.advance({ untilNs: 300_000, budgetMs: 9, level: 1, windowNs: 0, withSeries: false });
  const range = server.range(100_000, 200_000);
  const records = (log: Uint32Array) =>
    Array.from({ length: log.length / 4 }, (_, i) => [...log.slice(i * 4, i * 4 + 4)]);
  const between = records(played.log).filter(([ns = 0]) => ns > 100_000 && ns <= 200_000);
  expect(between.length).toBeGreaterThan(50);
  expect(records(range.log)).toEqual(between);
  expect(new FrameView(range.first).ns).toBe(100_000);
  expect(new FrameView(range.frame).ns).toBe(200_000);
  // The run has not moved.
  expect(server.inspectCpu(0)).toMatchObject({ ns: 300_000 });
});

test('two slow lanes that arrive one after the other both stay at the target', async () => {
  const { conductor, engines, times } = stage();
  await conductor.load(PRESETS.cluster);
  let asked = 0;
  for (const [lane, engine] of engines.entries()) {
    let goes = 0;
    // One lane arrives with its odd answers, the other with its even ones.
    engine.instead('seek', (seek, to) => {
      asked += 1;
      if (asked > 50) throw new EngineFault('goes round and round');
      return seek(goes++ % 2 === lane ? to : { ...to, ns: to.ns / 4 });
    });
  }
  await conductor.seek(1_000_000);
  expect(times()).toEqual([1_000_000, 1_000_000]);
  expect(asked).toBe(3);
});

test('a pause after a fault ends, though the lanes are at different moments', async () => {
  const { conductor, engines, frame, heard, times } = stage();
  await conductor.load(PRESETS.cluster);
  conductor.setPace('race');
  conductor.play();
  engines[1]!.instead('advance', (advance, step) => advance({ ...step, untilNs: Math.min(step.untilNs, 50_000) }));
  await frame(16);
  expect(times()).toEqual([100_000, 50_000]);
  engines[0]!.broken = true;
  engines[1]!.broken = true;
  conductor.tick(32);
  conductor.pause();
  await frame(48);
  expect(heard).toContain('fault gone');
  expect(await conductor.askAll('report')).toEqual([]);
});

test('dispose during a start leaves no engine and reports no fault', async () => {
  const heard: string[] = [];
  const started: ReturnType<typeof directEngine>[] = [];
  const listener = { loaded: () => heard.push('loaded'), faulted: (message: string) => heard.push(message) };
  const conductor = new Conductor(
    async () => {
      await new Promise((resolve) => setTimeout(resolve));
      const engine = directEngine();
      started.push(engine);
      return engine;
    },
    { ...listener, refused: () => {}, ended: () => {}, playing: () => {}, onProgress: () => {} },
  );
  const loads = [conductor.load(PRESETS.cluster), conductor.step()];
  await Promise.resolve();
  loads.push(conductor.load({ ...PRESETS.cluster, seed: 8 }));
  conductor.dispose();
  await Promise.all(loads);
  expect(heard).toEqual([]);
  expect(started.every(({ disposed }) => disposed)).toBe(true);
  // It can be used again, and earlier seeks are forgotten.
  await conductor.load(PRESETS.cluster);
  expect(heard).toEqual(['loaded']);
  void conductor.seek(9000);
  conductor.dispose();
  await conductor.load(PRESETS.cluster, 700_000);
  slowly(started.slice(-2));
  expect([conductor.headed, conductor.clockNs]).toEqual([false, 700_000]);
  await conductor.seek(5000);
  expect(conductor.clockNs).toBe(5000);
});
