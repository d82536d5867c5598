import { expect, test } from 'vitest';
import { directEngine } from '../../../tests/direct-engine';
import { PRESETS } from '../../scenario/presets';
import { Dismissed, EngineFault, Refusal } from '../port/port';
import { Lanes } from './lanes';
import { LogLevel } from './questions';

const { cluster } = PRESETS;
const [a, b] = cluster.lanes;
const one = { ...cluster, lanes: [a!] };

function stage() {
  const engines: (ReturnType<typeof directEngine> & { ended: boolean })[] = [];
  const ended: [number, number | null][] = [];
  const lanes = new Lanes(
    async () => {
      const engine = Object.assign(directEngine(), { ended: false });
      engine.dispose = () => {
        engine.ended = true;
      };
      engines.push(engine);
      return engine;
    },
    (lane, ns) => ended.push([lane, ns]),
  );
  const show = async (scenario = cluster) => lanes.show(await lanes.load(scenario));
  return { engines, ended, lanes, show };
}
const STEP = { budgetMs: 9, level: LogLevel.off, windowNs: 0, withSeries: true };

test('a scenario has an engine for each of its lanes; engines are reused, and surplus ones end', async () => {
  const { engines, lanes, show } = stage();
  await show();
  await show({ ...cluster, seed: 8 });
  expect(engines).toHaveLength(2);
  await show(one);
  expect([engines.map(({ ended }) => ended), lanes.engines.length, lanes.feeds.length]).toEqual([[false, true], 1, 1]);
  expect([lanes.engine(0), lanes.engine(1)]).toEqual([engines[0], undefined]);
});

test('a refused scenario keeps the engines of the previous run, however many lanes either has', async () => {
  for (const [before, after] of [
    [cluster, one],
    [one, cluster],
  ] as const) {
    const { engines, lanes, show } = stage();
    await show(before);
    await expect(lanes.load({ ...after, seed: 666 })).rejects.toBeInstanceOf(Refusal);
    expect(lanes.engines).toHaveLength(before.lanes.length);
    expect(engines.map(({ ended }) => ended)).toEqual(engines.map((_, i) => i >= before.lanes.length));
    await lanes.advance(lanes.running(), { ...STEP, untilNs: 5000 });
    expect(lanes.slowestReached()).toBe(5000);
  }
});

test('before show there is no lane to query', async () => {
  const { lanes } = stage();
  const loaded = await lanes.load(cluster);
  expect([lanes.engine(0), await lanes.askAll('report')]).toEqual([undefined, []]);
  lanes.show(loaded);
  expect(lanes.engine(0)).toBeDefined();
});

test('a feed is kept only for a lane with the same machine and tasks', async () => {
  const { lanes, show } = stage();
  const [first] = await show();
  const [again] = await show({ ...cluster, seed: 9 });
  expect(again).toBe(first);
  const workload = { ...cluster.workload, pairs: 3 } as typeof cluster.workload;
  expect((await show({ ...cluster, workload }))[0]).not.toBe(first);
  const [own] = lanes.feeds;
  const [other] = lanes.show([{ machine: { ...own!.machine, id: 'azusa-8' }, tasks: own!.tasks, recorded: null }]);
  expect(other).not.toBe(own);
});

test('custom machines, which share one id, are compared as a whole', async () => {
  const { lanes, show } = stage();
  await show();
  const { machine, tasks } = lanes.feeds[0]!;
  const own = { ...machine, id: '' };
  const [first] = lanes.show([{ machine: own, tasks, recorded: null }]);
  expect(lanes.show([{ machine: structuredClone(own), tasks, recorded: null }])[0]).toBe(first);
  expect(lanes.show([{ machine: { ...own, cpus: 4 }, tasks, recorded: null }])[0]?.machine.cpus).toBe(4);
});

test('the slowest moment counts lanes that have not ended, the furthest counts all', async () => {
  const { ended, lanes, show } = stage();
  expect([lanes.slowestReached(), lanes.furthestReached(), lanes.running(), lanes.reached(0)]).toEqual([
    null,
    0,
    [],
    0,
  ]);
  await show({ ...cluster, limit_ms: 1 });
  await lanes.advance([0], { ...STEP, untilNs: 400_000 });
  expect([lanes.slowestReached(), lanes.furthestReached(), lanes.reached(0), lanes.reached(1)]).toEqual([
    0, 400_000, 400_000, 0,
  ]);
  await lanes.advance([1], { ...STEP, untilNs: 5_000_000 });
  expect([lanes.running(), lanes.slowestReached(), lanes.furthestReached()]).toEqual([[0], 400_000, 1_000_000]);
  expect(ended).toEqual([[1, 1_000_000]]);
  await lanes.advance([0, 1], { ...STEP, untilNs: 5_000_000 });
  // An end is reported once.
  expect([ended, lanes.slowestReached()]).toEqual([
    [
      [1, 1_000_000],
      [0, 1_000_000],
    ],
    null,
  ]);
});

test('a lane reports when it reaches its end and when it leaves it', async () => {
  const { engines, ended, lanes, show } = stage();
  await show({ ...one, limit_ms: 1 });
  const seek = (ns: number) => engines[0]!.ask('seek', { ...STEP, ns, events: null, orLess: false });
  lanes.jump(0, await seek(300_000));
  expect(ended).toEqual([]);
  lanes.jump(0, await seek(1_000_000));
  lanes.jump(0, await seek(2_000_000));
  lanes.jump(0, await seek(300_000));
  expect(ended).toEqual([
    [0, 1_000_000],
    [0, null],
  ]);
  // A lane that does not exist ignores answers.
  lanes.jump(5, await seek(1_000_000));
  lanes.accept(5, await seek(1_000_000));
  lanes.accept(0, undefined);
  expect(ended).toHaveLength(2);
});

test('a run that starts at its end reports that', async () => {
  const { engines, ended, lanes, show } = stage();
  await show({ ...cluster, limit_ms: 1 });
  const at = (untilNs: number) => Promise.all(engines.map((own) => own.ask('advance', { ...STEP, untilNs })));
  lanes.open([await at(500_000)]);
  expect([ended, lanes.reached(1)]).toEqual([[], 500_000]);
  lanes.open([await at(700_000), await at(1_000_000)]);
  expect(ended).toEqual([
    [0, 1_000_000],
    [1, 1_000_000],
  ]);
  expect(lanes.feeds[0]?.opening.map(({ frame }) => frame.ns)).toEqual([700_000, 1_000_000]);
  // A lane without an answer has no moment.
  await show({ ...cluster, seed: 8 });
  lanes.open([[await engines[0]!.ask('advance', { ...STEP, untilNs: 5000 })]]);
  expect(lanes.feeds.map(({ frame }) => frame?.ns)).toEqual([5000, undefined]);
});

test('settle updates a lane at its present moment', async () => {
  const { engines, lanes, show } = stage();
  await show(one);
  await engines[0]!.ask('advance', { ...STEP, untilNs: 300_000 });
  expect(lanes.reached(0)).toBe(0);
  await lanes.settle([0]);
  expect([lanes.reached(0), lanes.feeds[0]?.series === null]).toEqual([300_000, false]);
  expect(engines[0]!.requests.at(-1)?.args).toEqual([
    { untilNs: 0, budgetMs: 0, level: LogLevel.off, windowNs: 0, withSeries: true },
  ]);
});

test('stand seeks in the chosen lanes, in one of them to an event', async () => {
  const { engines, lanes, show } = stage();
  await show();
  const options = { level: LogLevel.all, windowNs: 10, onProgress: () => {} };
  await lanes.stand(500, 1, 3, options);
  const sought = () =>
    engines.map(({ requests }) => requests.filter(({ name }) => name === 'seek').map(({ args }) => args[0]));
  expect(sought()).toMatchObject([[{ ns: 500, events: null }], [{ ns: 500, events: 3 }]]);
  await lanes.stand(600, 1, 4, options, [false, true]);
  expect(sought().map((all) => all.length)).toEqual([1, 2]);
});

test('flips are sent to the lanes whose flips differ, and are part of the loaded document', async () => {
  const { engines, lanes, show } = stage();
  await show();
  const flips = [{ at_ns: 5, features: a!.features }];
  const flipped = () =>
    engines.map(({ requests }) => requests.filter(({ name }) => name === 'flips').map(({ args }) => args[0]));
  const wanted = { ...cluster, lanes: [a!, { ...b!, flips }] };
  await lanes.flip(wanted);
  expect([flipped(), lanes.loaded]).toEqual([[[], [flips]], wanted]);
  await lanes.flip(wanted);
  await lanes.flip(cluster);
  expect([flipped(), lanes.loaded]).toEqual([[[], [flips, []]], cluster]);
});

test('after a refused scenario the previous one is still loaded; after a fault none is', async () => {
  const { engines, lanes, show } = stage();
  expect(lanes.loaded).toBeNull();
  await show();
  await expect(lanes.load({ ...cluster, seed: 666 })).rejects.toBeInstanceOf(Refusal);
  expect(lanes.loaded).toBe(cluster);
  const flipping = lanes.flip({ ...cluster, lanes: [a!, { ...b!, flips: [{ at_ns: 5, features: a!.features }] }] });
  lanes.dispose();
  await flipping;
  expect([lanes.loaded, engines.map(({ ended }) => ended)]).toEqual([null, [true, true]]);
});

test('an advance after dispose does nothing', async () => {
  const { ended, lanes, show } = stage();
  await show();
  lanes.dispose();
  await lanes.settle([0, 1]);
  expect([lanes.reached(0), ended]).toEqual([0, []]);
});

test('decisions are compared between two lanes only', async () => {
  const { lanes, show } = stage();
  await show(one);
  expect(await lanes.trails(null, 5000)).toEqual([]);
  await show();
  const trails = await lanes.trails(null, 5000);
  expect(trails.map(({ ns }) => ns)).toEqual([5000, 5000]);
  // Another run is compared from its beginning.
  await show();
  expect(await lanes.trails(null, 5000)).toEqual(trails);
});

test('check returns the errors of a text, throws a fault, and returns null without an engine', async () => {
  const { engines, lanes, show } = stage();
  expect(await lanes.check('{}')).toBeNull();
  await show(one);
  expect(await lanes.check(JSON.stringify(cluster))).toEqual([]);
  expect(await lanes.check(JSON.stringify({ ...cluster, seed: 666 }))).toMatchObject([{ field: 'seed' }]);
  engines[0]!.broken = true;
  await expect(lanes.check(JSON.stringify(cluster))).rejects.toBeInstanceOf(EngineFault);
});

test('dispose ends all engines, also one that is starting', async () => {
  const { engines, lanes, show } = stage();
  await show();
  lanes.dispose();
  expect([engines.map(({ ended }) => ended), lanes.engines]).toEqual([[true, true], []]);
  const loading = lanes.load(cluster);
  lanes.dispose();
  await expect(loading).rejects.toBeInstanceOf(Dismissed);
  expect(engines.map(({ ended }) => ended)).toEqual([true, true, true]);
});
