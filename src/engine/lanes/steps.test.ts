import { expect, test } from 'vitest';
import { directEngine } from '../../../tests/direct-engine';
import { PRESETS } from '../../scenario/presets';
import { Clock } from './clock';
import { Lanes } from './lanes';
import { LogLevel, type Place } from './questions';
import { align, decisionNear, standBefore, stepBack, stepOn } from './steps';

const STEP = { budgetMs: 9, level: LogLevel.off, windowNs: 0, withSeries: false };

/** Two lanes at these moments (ns). */
async function standing(...ns: readonly [number, number]) {
  const engines: ReturnType<typeof directEngine>[] = [];
  const lanes = new Lanes(
    async () => {
      const engine = directEngine();
      engines.push(engine);
      return engine;
    },
    () => {},
  );
  lanes.show(await lanes.load({ ...PRESETS.cluster, limit_ms: 1 }));
  const clock = new Clock();
  for (const [lane, untilNs] of ns.entries()) await lanes.advance([lane], { ...STEP, untilNs });
  clock.reach(Math.min(...ns));
  const seekOptions = (to: number) => ({ ...clock.logged(to), onProgress: () => {} });
  /** The search result of each lane. */
  const have = (...places: readonly (Place | null)[]) => {
    for (const [i, engine] of engines.entries()) engine.instead('find', async () => places[i] ?? null);
  };
  const requestsTo = (lane: number) =>
    engines[lane]!.requests.map(({ name }) => name).filter((name) => name !== 'find');
  return { engines, lanes, clock, seekOptions, have, requestsTo, times: () => [lanes.reached(0), lanes.reached(1)] };
}

test('a step goes to the next event of both lanes, then to the end of each, and then does nothing', async () => {
  const { clock, have, lanes, times } = await standing(0, 0);
  expect([await stepOn(lanes, clock), times(), clock.ns]).toEqual([true, [1000, 0], 1000]);
  await lanes.advance([0, 1], { ...STEP, untilNs: 999_999 });
  have(null, null);
  expect([await stepOn(lanes, clock), times()[1], clock.ns]).toEqual([true, 999_999, 1_000_000]);
  expect([await stepOn(lanes, clock), times()]).toEqual([true, [1_000_000, 1_000_000]]);
  const { version } = lanes.feeds[1]!;
  expect([await stepOn(lanes, clock), lanes.feeds[1]!.version]).toEqual([false, version]);
});

test('after a fault a step does nothing', async () => {
  const { clock, lanes } = await standing(0, 0);
  lanes.dispose();
  expect(await stepOn(lanes, clock)).toBe(false);
});

test('a step back moves the other lane only if it is later', async () => {
  const apart = await standing(60_000, 60_000);
  apart.have({ ns: 50_000, events: 20 }, { ns: 40_000, events: 16 });
  await stepBack(apart.lanes, apart.clock, apart.seekOptions);
  expect([apart.times()[1], apart.clock.ns, apart.clock.furthestNs]).toEqual([50_000, 50_000, 60_000]);
  expect(apart.lanes.feeds[0]?.frame?.events).toBe(19);

  const level = await standing(60_000, 50_000);
  level.have({ ns: 50_000, events: 20 }, null);
  const before = level.requestsTo(1);
  await stepBack(level.lanes, level.clock, level.seekOptions);
  expect(level.requestsTo(1)).toEqual(before);
  const stood = level.requestsTo(0);
  level.have(null, null);
  await stepBack(level.lanes, level.clock, level.seekOptions);
  expect(level.requestsTo(0), 'nothing has happened yet').toEqual(stood);
});

test('the nearest decision is the first, or the last, of both lanes', async () => {
  const { clock, have, lanes } = await standing(0, 0);
  const near = () => Promise.all((['next', 'last'] as const).map((way) => decisionNear(lanes, clock, way, null)));
  have({ ns: 7, events: 1 }, { ns: 9, events: 1 });
  expect(await near()).toEqual([7, 9]);
  have({ ns: 9, events: 1 }, { ns: 7, events: 1 });
  expect(await near()).toEqual([7, 9]);
  have(null, { ns: 8, events: 1 });
  expect(await near()).toEqual([8, 8]);
  have(null, null);
  expect(await near()).toEqual([null, null]);
});

test('standBefore moves the lanes before a decision that is found, and leaves them otherwise', async () => {
  const { clock, engines, seekOptions, lanes, times } = await standing(90_000, 90_000);
  const record = Uint32Array.of(6, 50_000, 0, 0, 0, 0);
  const before = () => standBefore(lanes, clock, 1, { task: 1, ns: 90_000 }, seekOptions);
  engines[1]!.instead('decision', async () => null);
  expect([await before(), times()]).toEqual([null, [90_000, 90_000]]);
  engines[1]!.instead('decision', async () => ({ record, ns: 50_000, events: 20 }));
  expect(await before()).toEqual(record);
  expect([times()[0], lanes.feeds[1]?.frame?.events]).toEqual([50_000, 20]);
  expect([clock.ns, clock.furthestNs]).toEqual([50_000, 90_000]);
  lanes.dispose();
  expect(await before()).toBeNull();
});

test('slower lanes catch up with their series; a lane that has ended does not delay them', async () => {
  const { clock, lanes, times } = await standing(700_000, 300_000);
  expect(lanes.feeds[1]?.series).toBeNull();
  await align(lanes, clock);
  expect([times(), clock.ns]).toEqual([[700_000, 700_000], 700_000]);
  expect(lanes.feeds[1]?.series?.[1]).toBe(35);

  const end = await standing(1_000_000, 1_000_000);
  await align(end.lanes, end.clock);
  expect([end.times(), end.clock.ns]).toEqual([[1_000_000, 1_000_000], 1_000_000]);
  end.lanes.dispose();
  await align(end.lanes, end.clock);
});

test('if lanes were aligned between two nanoseconds, the clock does not go back', async () => {
  const { clock, lanes } = await standing(5000, 5000);
  clock.reach(5000.5);
  await align(lanes, clock);
  expect(clock.ns).toBe(5000.5);
});
