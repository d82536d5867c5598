import { beforeEach, expect, test, vi } from 'vitest';
import { FRAME, FrameFlag } from '../../scenario/generated/wire';
import { FrameView } from '../wire/frame';
import { type Advance, type Frame, type LaneEngine, LogLevel, type Seek } from './questions';
import { approach, type Going, JUMP_MS, SEEK_MS, stand, travel } from './ways';

let clockMs = 0;
beforeEach(() => {
  clockMs = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => clockMs);
});

function frameAt(ns: number, done = false): Frame {
  const frame = new Uint32Array(FRAME.HEADER);
  frame[FRAME.NOW] = ns;
  frame[FRAME.FLAGS] = done ? FrameFlag.done : 0;
  return { frame, log: new Uint32Array(), series: null };
}
const nsOf = ({ frame }: Frame) => new FrameView(frame).ns;

interface Speed {
  /** How far it comes in an answer (ns), how long that takes (ms), and where it ends. */
  readonly ns: number;
  readonly ms?: number;
  readonly endNs?: number;
  /** Called before the nth answer. */
  readonly going?: (goes: number) => void;
}

/** An engine that comes so far in each answer. */
function engine({ ns, ms = 0, endNs = Number.POSITIVE_INFINITY, going }: Speed) {
  const asked: (Advance | Seek)[] = [];
  let at = 0;
  const own = {
    ask: async (name: string, to: Advance & Seek) => {
      asked.push(to);
      going?.(asked.length);
      clockMs += ms;
      at = Math.min(at + ns, name === 'seek' ? to.ns : Math.max(at, to.untilNs), endNs);
      return frameAt(at, at >= endNs);
    },
  };
  return { asked, own: own as unknown as LaneEngine };
}

function going(windowNs = 100) {
  const told: [number | null, number][] = [];
  const own: Going = {
    level: LogLevel.all,
    windowNs,
    approaching: (share, ns) => told.push([share, ns]),
  };
  return { told, own };
}
const way = (toNs: number, isCut = false) => ({ toNs, isCut });

test('a run that opens at its beginning has no way to go', async () => {
  const { asked, own } = engine({ ns: 1 });
  for (const ns of [0, 0.9, -5]) expect(await approach([own], way(ns), going().own)).toEqual([]);
  expect(asked).toEqual([]);
});

test('the way to the start is run unseen, and only its last window is logged', async () => {
  const { asked, own } = engine({ ns: 10_000 });
  const { told, own: how } = going();
  const steps = await approach([own], way(1000.7), how);
  expect(asked).toEqual([
    { untilNs: 900, budgetMs: JUMP_MS, level: LogLevel.off, windowNs: 0, withSeries: false },
    { untilNs: 1000, budgetMs: JUMP_MS, level: LogLevel.switches, windowNs: 100, withSeries: true },
  ]);
  expect(steps.map((replies) => replies.map(nsOf))).toEqual([[900], [1000]]);
  // It was over before anybody would notice.
  expect(told).toEqual([[null, 1000]]);
});

test('a window that is longer than the way is all of the way', async () => {
  const { asked, own } = engine({ ns: 10_000 });
  await approach([own], way(50), going().own);
  expect(asked.map((step) => 'untilNs' in step && step.untilNs)).toEqual([0, 50]);
});

test('slow lanes are waited for, in as many goes as they take, and a long way is said', async () => {
  const slow = engine({ ns: 300, ms: 100 });
  const quick = engine({ ns: 1000 });
  const { told, own } = going();
  const steps = await approach([slow.own, quick.own], way(1000), own);
  expect(slow.asked).toHaveLength(4);
  expect(steps.at(-1)?.map(nsOf)).toEqual([1000, 1000]);
  // Two goes of 100 ms are not noticed, a third is.
  expect(told).toEqual([
    [0.9, 1000],
    [1, 1000],
    [null, 1000],
  ]);
});

test('a lane that has come to its end is waited for no longer', async () => {
  const short = engine({ ns: 1000, endNs: 400 });
  const steps = await approach([short.own], way(1000), going().own);
  expect(steps.at(-1)?.map(nsOf)).toEqual([400]);
  expect(short.asked).toHaveLength(2);
});

test('a way that is cut short brings all lanes to where the furthest is', async () => {
  const cut = way(10_000);
  const slow = engine({
    ns: 100,
    going: (goes) => {
      if (goes === 2) cut.isCut = true;
    },
  });
  const quick = engine({ ns: 500 });
  const steps = await approach([slow.own, quick.own], cut, going().own);
  expect(steps[0]?.map(nsOf)).toEqual([200, 1000]);
  expect(steps.at(-1)?.map(nsOf)).toEqual([1000, 1000]);
});

test('a lane that is there stays, while the other is asked on', async () => {
  const slow = engine({ ns: 400 });
  const quick = engine({ ns: 5000 });
  const { told, own } = going(77);
  const { replies, ns } = await travel([slow.own, quick.own], way(1000), own);
  expect([replies.map(nsOf), ns]).toEqual([[1000, 1000], 1000]);
  expect([slow.asked.length, quick.asked.length]).toEqual([3, 1]);
  const asked = { ns: 1000, events: null, budgetMs: SEEK_MS, windowNs: 77 };
  expect(quick.asked[0]).toEqual({ ...asked, level: LogLevel.all, orLess: false });
  // The way of a race may be logged from a nearer state on.
  await travel([quick.own], way(2000), { ...own, level: LogLevel.switches });
  expect(quick.asked[1]).toMatchObject({ ns: 2000, level: LogLevel.switches, orLess: true });
  expect(told).toEqual([
    [null, 1000],
    [null, 2000],
  ]);
});

test('a long way to a moment is said by the slower lane', async () => {
  const slow = engine({ ns: 250, ms: 100 });
  const { told, own } = going();
  await travel([slow.own, engine({ ns: 600 }).own], way(1000), own);
  expect(told).toEqual([
    [0.75, 1000],
    [null, 1000],
  ]);
});

test('a way to a moment that is cut ends where the slower lane is', async () => {
  const slow = engine({ ns: 100, ms: 300 });
  const { told, own } = going();
  const { replies, ns } = await travel([slow.own, engine({ ns: 900 }).own], way(1000, true), own);
  expect([replies.map(nsOf), ns]).toEqual([[100, 100], 100]);
  // Nothing of it is said: it is over soon.
  expect(told).toEqual([[null, 1000]]);
});

test('a lane that is there already comes back when the way of the other is cut', async () => {
  const { replies, ns } = await travel(
    [engine({ ns: 100 }).own, engine({ ns: 5000 }).own],
    way(1000, true),
    going().own,
  );
  expect([replies.map(nsOf), ns]).toEqual([[100, 100], 100]);
});

test('a lane that was further is waited for on its way back from a cut', async () => {
  const stood = [900, 40, 100];
  const back = { ask: async () => frameAt(stood.shift() ?? 100) } as unknown as LaneEngine;
  const { replies, ns } = await travel([engine({ ns: 100 }).own, back], way(1000, true), going().own);
  expect([replies.map(nsOf), ns]).toEqual([[100, 100], 100]);
});

test('where every lane ends before the moment, the page stands at the last end', async () => {
  const { ns, replies } = await travel(
    [engine({ ns: 5000, endNs: 300 }).own, engine({ ns: 5000, endNs: 700 }).own],
    way(1000),
    going().own,
  );
  expect([ns, replies.map(nsOf)]).toEqual([700, [300, 700]]);
  const one = await travel([engine({ ns: 5000, endNs: 300 }).own, engine({ ns: 5000 }).own], way(1000), going().own);
  expect(one.ns).toBe(1000);
});

test('a lane stands at a moment after as many goes as it takes, or at its end', async () => {
  const { asked, own } = engine({ ns: 400 });
  expect(nsOf(await stand(own, 1000, 12, going(100).own))).toBe(1000);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toEqual({
    ns: 1000,
    events: 12,
    budgetMs: SEEK_MS,
    level: LogLevel.all,
    windowNs: 100,
    orLess: false,
  });
  // Where the window begins it is there: the event is within it.
  const near = engine({ ns: 450 });
  expect(nsOf(await stand(near.own, 1000, null, going(100).own))).toBe(900);
  const short = engine({ ns: 400, endNs: 500 });
  expect(nsOf(await stand(short.own, 1000, null, going().own))).toBe(500);
});
