import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { directEngine } from '../../tests/direct-engine';
import type { Scenario } from '../scenario/generated/types';
import { PRESETS } from '../scenario/presets';
import {
  choosePreset,
  clockNs,
  pause,
  play,
  playOn,
  recover,
  rest,
  restart,
  runStore,
  seek,
  seekStart,
  startNs,
  startRun,
  stepEvent,
  togglePlay,
} from './run';
import { edit, openScenario, scenarioStore } from './scenario';
import { setFeatures } from './switching';
import { look, viewStore } from './view';

/** The seeds of the scenarios that lane A received, and the number of flips in the last one. */
let seeds: number[] = [];
let flips = 0;
let engines: ReturnType<typeof directEngine>[] = [];
/** Loads wait for this promise. */
let gate: Promise<void> = Promise.resolve();
let stop = () => {};

/** Lane A with its fields in another order, which runs the path again up to the present moment. */
const reordered = (document: Scenario): Scenario => {
  const [a, b] = document.lanes;
  return { ...document, lanes: [{ ...a!, layout: ['shares', 'load_avg'] }, b!] };
};

/** The simulator of the tests accepts every seed but this one. */
const REFUSED = 666;

const settled = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve));
};
const seeded = (seed: number): Scenario => ({ ...PRESETS.cluster, seed });

const start = async () => {
  const engine = directEngine();
  engines.push(engine);
  engine.instead('load', async (ask, scenario, lane) => {
    await gate;
    if (lane === 0) {
      seeds.push(scenario.seed);
      flips = scenario.lanes[0]?.flips?.length ?? 0;
    }
    return ask(scenario, lane);
  });
  engine.instead('flips', (ask, next) => {
    flips = next.length;
    return ask(next);
  });
  return engine;
};

beforeEach(async () => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => {});
  seeds = [];
  flips = 0;
  engines = [];
  gate = Promise.resolve();
  runStore.setState(runStore.getInitialState(), true);
  look({ startNs: null });
  scenarioStore.setState({ ...scenarioStore.getInitialState(), document: seeded(1) }, true);
  stop = startRun({ play: false, start });
  await settled();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

test('a change that is undone while it loads does not run', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  edit(() => seeded(2));
  await settled();
  edit(() => seeded(1));
  open();
  await settled();
  expect(seeds).toEqual([1, 2, 1]);
});

test('a change that is undone before it loads does not run', async () => {
  edit(() => seeded(2));
  edit(() => seeded(1));
  await settled();
  expect(seeds.at(-1)).toBe(1);
});

test('flips added during a load run with it, and can be undone', async () => {
  const flipped = (document: Scenario): Scenario => ({
    ...document,
    lanes: document.lanes.map((lane) => ({ ...lane, flips: [{ at_ns: 1000, features: lane.features }] })),
  });
  edit(() => seeded(2));
  edit((document) => flipped(document));
  await settled();
  expect([seeds.at(-1), flips]).toEqual([2, 1]);
  edit(() => seeded(2));
  await settled();
  expect([seeds.at(-1), flips]).toEqual([2, 0]);
});

test('a refused document goes back to the last accepted, without a load', async () => {
  edit(() => seeded(REFUSED));
  await settled();
  const { document } = scenarioStore.getState();
  expect({ seed: document.seed, refused: runStore.getState().refusal.length > 0 }).toEqual({ seed: 1, refused: true });
  expect(seeds).toEqual([1, REFUSED]);
});

test('if the first link is refused, its preset runs, and the page shows why', async () => {
  stop();
  openScenario('cluster', seeded(REFUSED), 'history', { notes: [{ text: 'x' } as never] });
  stop = startRun({ play: false, start });
  await settled();
  expect(scenarioStore.getState()).toMatchObject({ document: PRESETS.cluster, notes: [], gesture: 'history' });
  expect(seeds.slice(-2)).toEqual([REFUSED, PRESETS.cluster.seed]);
  expect([runStore.getState().feeds.length, runStore.getState().refusal.length]).toEqual([2, 1]);
});

test('a refused link restores document, branches and notes, and stays in the address', async () => {
  const notes = [{ text: 'mine' } as never];
  scenarioStore.setState({ notes });
  const before = scenarioStore.getState();
  openScenario('steal', { ...PRESETS.steal, seed: REFUSED }, 'history');
  await settled();
  expect(scenarioStore.getState()).toEqual({ ...before, gesture: 'history' });
  // A change by a person does not leave its refused address behind.
  edit(() => seeded(REFUSED));
  await settled();
  expect(scenarioStore.getState()).toEqual({ ...before, gesture: 'drag' });
});

test('after a locked link that is refused, the scenario before it may be changed', async () => {
  openScenario('steal', { ...PRESETS.steal, seed: REFUSED }, 'history', { locked: true });
  await settled();
  edit(() => seeded(2));
  expect([scenarioStore.getState().document.seed, viewStore.getState().refusedEdit]).toEqual([2, false]);
});

test('a scenario that its author has locked starts again with its flips, without a complaint', async () => {
  const [lane, other] = PRESETS.cluster.lanes;
  const flip = { at_ns: 1000, features: { ...lane!.features, steal: 'on' as const } };
  openScenario('cluster', { ...PRESETS.cluster, lanes: [{ ...lane!, flips: [flip] }, other!] }, 'history', {
    locked: true,
  });
  await settled();
  await seek(2e6);
  const before = scenarioStore.getState();
  await restart();
  expect(scenarioStore.getState()).toEqual(before);
  expect([clockNs(), flips, viewStore.getState().refusedEdit]).toEqual([0, 1, false]);
});

test('the last accepted document includes flips', async () => {
  edit((document) => ({
    ...document,
    lanes: document.lanes.map((lane) => ({ ...lane, flips: [{ at_ns: 1000, features: lane.features }] })),
  }));
  await settled();
  const { document } = scenarioStore.getState();
  edit(() => seeded(REFUSED));
  await settled();
  expect([scenarioStore.getState().document, seeds]).toEqual([document, [1, REFUSED]]);
});

test('the refusal of a replaced document is not shown', async () => {
  const open = hold();
  edit(() => seeded(REFUSED));
  await settled();
  edit(() => seeded(2));
  open();
  await settled();
  expect([seeds, runStore.getState().refusal]).toEqual([[1, REFUSED, 2], []]);
});

test('a seek and a load clear the search miss', async () => {
  for (const leave of [() => seek(1000), async () => edit(() => seeded(3))]) {
    runStore.setState({ nothingFound: { direction: 'last', task: null } });
    await leave();
    await settled();
    expect(runStore.getState().nothingFound).toBeNull();
  }
});

const playing = () => runStore.getState().playing;

/** Blocks loads; returns a function that releases them. */
function hold(): () => void {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

test.each([
  ['again', () => restart(1e6)],
  [
    'loaded again up to the present moment',
    async () => {
      edit(reordered);
      await seekStart();
    },
  ],
] as const)('a run that is %s keeps playing, unless a pause follows', async (_, load) => {
  play();
  await load();
  expect(playing()).toBe(true);
  const open = hold();
  const loaded = load();
  await settled();
  pause();
  open();
  await loaded;
  await settled();
  expect(playing()).toBe(false);
});

test('the lanes play again after the last rest ends', async () => {
  play();
  const [first, second] = [rest(), rest()];
  expect(playing()).toBe(false);
  first();
  expect(playing()).toBe(false);
  second();
  expect(playing()).toBe(true);
});

test('a rest during a load delays playback until it ends', async () => {
  const open = hold();
  look({ startNs: 2e6 });
  play();
  const resume = rest();
  open();
  await settled();
  expect([playing(), clockNs()]).toEqual([false, 2e6]);
  resume();
  expect(playing()).toBe(true);
});

test('a rest before startRun delays playback until it ends', async () => {
  stop();
  const resume = rest();
  stop = startRun({ play: true, start });
  await settled();
  expect(playing()).toBe(false);
  resume();
  expect(playing()).toBe(true);
});

test('the end of a rest does not cut a load short', async () => {
  play();
  const resume = rest();
  const open = hold();
  edit(() => seeded(2));
  await settled();
  runStore.setState({ seekProgress: { ns: 1e6, fraction: 0.5 } });
  resume();
  runStore.setState({ seekProgress: null });
  open();
  await settled();
  expect(playing()).toBe(true);
});

const playedAndPaused = () => {
  togglePlay();
  togglePlay();
};

test.each([
  ['played and paused', playedAndPaused],
  ['paused', pause],
  ['put elsewhere', () => seek(1000)],
] as const)('a run that is %s during a rest does not play after it', async (_, byHand) => {
  play();
  const resume = rest();
  await byHand();
  resume();
  expect(playing()).toBe(false);
});

test('a run that has ended starts again with play, and a pause keeps it at 0', async () => {
  edit((document) => ({ ...document, limit_ms: 2 }));
  await seek(2e6);
  const open = hold();
  playOn();
  await settled();
  pause();
  open();
  await settled();
  expect([clockNs(), playing()]).toEqual([0, false]);
  await seek(2e6);
  playOn();
  await settled();
  expect(playing()).toBe(true);
});

test('a preset opens at its start moment, also if only flips change', async () => {
  choosePreset('cluster');
  await settled();
  const startNs = clockNs();
  edit((document) => ({
    ...document,
    lanes: document.lanes.map((lane) => ({ ...lane, flips: [{ at_ns: 1000, features: lane.features }] })),
  }));
  await seek(startNs + 1e6);
  const loads = seeds.length;
  choosePreset('cluster');
  await settled();
  expect([clockNs(), flips, seeds.length]).toEqual([startNs, 0, loads]);
});

test('seekStart waits for the load to the start moment', async () => {
  await seek(startNs());
  const open = hold();
  edit(reordered);
  let there = false;
  void seekStart().then(() => {
    there = true;
  });
  await settled();
  const before = there;
  open();
  await settled();
  expect([before, there, seeds]).toEqual([false, true, [1, 1]]);
});

test('a load clears a selection that it lacks, unless another document is wanted', async () => {
  const seen: unknown[] = [];
  const stopSeeing = runStore.subscribe(({ feeds }, before) => {
    if (feeds !== before.feeds) seen.push(viewStore.getState().selection?.cpu);
  });
  const open = hold();
  edit(() => seeded(2));
  await settled();
  edit(() => seeded(3));
  look({ selection: { lane: 'a', cpu: 90 } });
  open();
  await settled();
  stopSeeing();
  expect(seen).toEqual([90, undefined]);
});

const features = PRESETS.cluster.lanes.map((lane) => lane.features);
const flipsOf = (lane: number) => scenarioStore.getState().document.lanes[lane]?.flips;
const hashes = () => runStore.getState().feeds.map(({ frame }) => [frame?.ns, frame?.events, String(frame?.hash)]);

test('a switch changes the document at once, and the engines follow without a load', async () => {
  await seek(1e6);
  setFeatures(1, { cluster_scan: 'off' });
  expect(flipsOf(1)).toEqual([{ at_ns: 1e6, features: { ...features[1], cluster_scan: 'off' } }]);
  await settled();
  expect([seeds, clockNs()]).toEqual([[1], 1e6]);
  await seek(2e6);
  const flipped = hashes();
  await restartInPlace();
  expect(hashes()).toEqual(flipped);
});

/** Runs the document from the beginning to the present moment. */
async function restartInPlace(): Promise<void> {
  const loads = seeds.length;
  await recover();
  expect(seeds.length).toBe(loads + 1);
}

test('several switches in a hurry are in the document and in the engines', async () => {
  await seek(1e6);
  setFeatures(0, { cluster_scan: 'rfc' });
  setFeatures(1, { cluster_scan: 'off' });
  setFeatures(1, { steal: 'on' });
  await settled();
  expect([flipsOf(0)?.length, flipsOf(1)?.length]).toEqual([1, 1]);
  expect(flipsOf(1)?.[0]?.features).toMatchObject({ cluster_scan: 'off', steal: 'on' });
  await seek(2e6);
  const flipped = hashes();
  await restartInPlace();
  expect(hashes()).toEqual(flipped);
});

test('a switch that changes during a seek flips at its target, at the limit at the latest', async () => {
  edit((document) => ({ ...document, limit_ms: 2 }));
  await settled();
  const sought = seek(1e6);
  setFeatures(0, { cluster_scan: 'rfc' });
  await sought;
  await settled();
  expect([flipsOf(0)?.[0]?.at_ns, clockNs()]).toEqual([1e6, 1e6]);
  const beyond = seek(9e12);
  setFeatures(0, { steal: 'on' });
  await beyond;
  expect([flipsOf(0)?.[1]?.at_ns, clockNs()]).toEqual([2e6, 2e6]);
});

test('the exact moment of a flip corrects the document, within the same step of the history', async () => {
  await seek(1e6);
  const gestures: string[] = [];
  const stopSeeing = scenarioStore.subscribe(({ gesture }) => gestures.push(gesture));
  play();
  // The lane runs on while the switch is in transit.
  const stepped = stepEvent();
  setFeatures(0, { cluster_scan: 'rfc' });
  const asked = flipsOf(0)?.[0]?.at_ns;
  await stepped;
  await settled();
  stopSeeing();
  const lane = runStore.getState().feeds[0]?.frame?.ns ?? 0;
  expect([asked, lane > 1e6, flipsOf(0)?.[0]?.at_ns]).toEqual([1e6, true, lane]);
  expect([gestures, seeds]).toEqual([['step', 'drag'], [1]]);
});

test('a flip in the past keeps the previous path as a branch', async () => {
  await seek(2e6);
  setFeatures(0, { steal: 'on' });
  await seek(3e6);
  await seek(1e6);
  setFeatures(0, { cluster_scan: 'rfc' });
  await settled();
  const { forks } = scenarioStore.getState();
  expect(forks.map(({ flips }) => flips?.map(({ at_ns }) => at_ns))).toEqual([[2e6]]);
});

describe('after a lost worker', () => {
  /** Both lanes have flips behind them, and lane A has left a branch. */
  const branched = async () => {
    await seek(3e6);
    setFeatures(0, { steal: 'on' });
    await seek(1e6);
    setFeatures(0, { cluster_scan: 'rfc' });
    await seek(2e6);
    setFeatures(1, { cluster_scan: 'off' });
    await seek(4e6);
  };
  const lose = async () => {
    for (const engine of engines) engine.broken = true;
    await stepEvent();
    await settled();
    expect(runStore.getState().fault).not.toBeNull();
  };

  test('recover runs the same path with its branches to the same state, paused as before', async () => {
    await branched();
    const before = scenarioStore.getState();
    expect([before.forks.length, flipsOf(0)?.length, flipsOf(1)?.length]).toEqual([1, 1, 1]);
    const there = hashes();
    await lose();
    await recover();
    expect(scenarioStore.getState()).toEqual(before);
    expect([hashes(), clockNs(), runStore.getState().fault, playing()]).toEqual([there, 4e6, null, false]);
  });

  test('recover goes to the target of the seek that the fault ended', async () => {
    await branched();
    for (const engine of engines) engine.broken = true;
    await seek(2.5e6);
    await recover();
    expect([clockNs(), hashes().map(([ns]) => ns)]).toEqual([2.5e6, [2.5e6, 2.5e6]]);
  });

  test('recover plays if the run played', async () => {
    await seek(1e6);
    play();
    for (const engine of engines) engine.broken = true;
    await seek(2e6);
    await settled();
    expect(playing()).toBe(false);
    await recover();
    expect([playing(), clockNs()]).toEqual([true, 2e6]);
  });

  test('restart folds the flips into the switches, and keeps both paths and the branches as branches', async () => {
    await branched();
    const left = scenarioStore.getState();
    await lose();
    await restart();
    const { document, forks } = scenarioStore.getState();
    expect(document.lanes.map(({ features, flips }) => [features.cluster_scan, flips])).toEqual([
      ['rfc', undefined],
      ['off', undefined],
    ]);
    // The earlier branch remains, and both lanes' paths are branches now.
    expect(forks).toEqual([...left.forks, ...left.document.lanes.map(({ features, flips }) => ({ features, flips }))]);
    expect([clockNs(), runStore.getState().fault]).toEqual([0, null]);
  });

  test('a switch flips at the moment of the fault, and the path runs to it', async () => {
    await branched();
    await lose();
    setFeatures(1, { steal: 'on' });
    await settled();
    expect([flipsOf(1)?.map(({ at_ns }) => at_ns), clockNs(), runStore.getState().fault]).toEqual([
      [2e6, 4e6],
      4e6,
      null,
    ]);
  });

  test('a refused change goes back to the last accepted document, which runs', async () => {
    await branched();
    const before = scenarioStore.getState();
    await lose();
    edit(() => seeded(REFUSED));
    await settled();
    const { document, forks } = scenarioStore.getState();
    expect([document, forks]).toEqual([before.document, before.forks]);
    expect([runStore.getState().fault, runStore.getState().refusal.length]).toEqual([null, 1]);
  });
});
