import { beforeEach, expect, test, vi } from 'vitest';
import { FRAME, FrameFlag } from '../../scenario/generated/wire';
import { FrameView } from '../wire/frame';
import { type Advance, type Frame, type LaneEngine, LogLevel, type Seek } from './questions';
import { JUMP_MS, runToStart, SEEK_MS, type SeekOptions, seekAll, seekLane } from './seek';

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
  /** How far it advances per answer (ns), how long that takes (ms), and where it ends. */
  readonly ns: number;
  readonly ms?: number;
  readonly endNs?: number;
  /** Called before the nth answer. */
  readonly onAnswer?: (count: number) => void;
}

/** An engine with a fixed advance per answer. */
function engine({ ns, ms = 0, endNs = Number.POSITIVE_INFINITY, onAnswer }: Speed) {
  const asked: (Advance | Seek)[] = [];
  let at = 0;
  const own = {
    ask: async (name: string, to: Advance & Seek) => {
      asked.push(to);
      onAnswer?.(asked.length);
      clockMs += ms;
      at = Math.min(at + ns, name === 'seek' ? to.ns : Math.max(at, to.untilNs), endNs);
      return frameAt(at, at >= endNs);
    },
  };
  return { asked, own: own as unknown as LaneEngine };
}

function options(windowNs = 100) {
  const reported: [number | null, number][] = [];
  const own: SeekOptions = {
    level: LogLevel.all,
    windowNs,
    onProgress: (share, ns) => reported.push([share, ns]),
  };
  return { reported, own };
}
const target = (toNs: number, isCut = false) => ({ toNs, isCut });

test('a run that starts at time 0 stays there', async () => {
  const { asked, own } = engine({ ns: 1 });
  for (const ns of [0, 0.9, -5]) expect(await runToStart([own], target(ns), options().own)).toEqual([]);
  expect(asked).toEqual([]);
});

test('only the last window before the start moment is logged', async () => {
  const { asked, own } = engine({ ns: 10_000 });
  const { reported, own: how } = options();
  const steps = await runToStart([own], target(1000.7), how);
  expect(asked).toEqual([
    { untilNs: 900, budgetMs: JUMP_MS, level: LogLevel.off, windowNs: 0, withSeries: false },
    { untilNs: 1000, budgetMs: JUMP_MS, level: LogLevel.switches, windowNs: 100, withSeries: true },
  ]);
  expect(steps.map((replies) => replies.map(nsOf))).toEqual([[900], [1000]]);
  // It ended before progress is reported.
  expect(reported).toEqual([[null, 1000]]);
});

test('a window longer than the distance is logged from time 0', async () => {
  const { asked, own } = engine({ ns: 10_000 });
  await runToStart([own], target(50), options().own);
  expect(asked.map((step) => 'untilNs' in step && step.untilNs)).toEqual([0, 50]);
});

test('slow lanes need several advances, and a long run to the start reports its progress', async () => {
  const slow = engine({ ns: 300, ms: 100 });
  const quick = engine({ ns: 1000 });
  const { reported, own } = options();
  const steps = await runToStart([slow.own, quick.own], target(1000), own);
  expect(slow.asked).toHaveLength(4);
  expect(steps.at(-1)?.map(nsOf)).toEqual([1000, 1000]);
  // Progress is reported after 200 ms.
  expect(reported).toEqual([
    [0.9, 1000],
    [1, 1000],
    [null, 1000],
  ]);
});

test('a lane that has ended does not delay the others', async () => {
  const short = engine({ ns: 1000, endNs: 400 });
  const steps = await runToStart([short.own], target(1000), options().own);
  expect(steps.at(-1)?.map(nsOf)).toEqual([400]);
  expect(short.asked).toHaveLength(2);
});

test('a cancelled run to the start stops all lanes at the furthest one', async () => {
  const cut = target(10_000);
  const slow = engine({
    ns: 100,
    onAnswer: (count) => {
      if (count === 2) cut.isCut = true;
    },
  });
  const quick = engine({ ns: 500 });
  const steps = await runToStart([slow.own, quick.own], cut, options().own);
  expect(steps[0]?.map(nsOf)).toEqual([200, 1000]);
  expect(steps.at(-1)?.map(nsOf)).toEqual([1000, 1000]);
});

test('a lane that has arrived receives no further request', async () => {
  const slow = engine({ ns: 400 });
  const quick = engine({ ns: 5000 });
  const { reported, own } = options(77);
  const { replies, ns } = await seekAll([slow.own, quick.own], target(1000), own);
  expect([replies.map(nsOf), ns]).toEqual([[1000, 1000], 1000]);
  expect([slow.asked.length, quick.asked.length]).toEqual([3, 1]);
  const asked = { ns: 1000, events: null, budgetMs: SEEK_MS, windowNs: 77 };
  expect(quick.asked[0]).toEqual({ ...asked, level: LogLevel.all, orLess: false });
  // In a race the log may begin at a nearer state.
  await seekAll([quick.own], target(2000), { ...own, level: LogLevel.switches });
  expect(quick.asked[1]).toMatchObject({ ns: 2000, level: LogLevel.switches, orLess: true });
  expect(reported).toEqual([
    [null, 1000],
    [null, 2000],
  ]);
});

test('a long seek reports the progress of the slower lane', async () => {
  const slow = engine({ ns: 250, ms: 100 });
  const { reported, own } = options();
  await seekAll([slow.own, engine({ ns: 600 }).own], target(1000), own);
  expect(reported).toEqual([
    [0.75, 1000],
    [null, 1000],
  ]);
});

test('a cancelled seek ends at the moment of the slower lane', async () => {
  const slow = engine({ ns: 100, ms: 300 });
  const { reported, own } = options();
  const { replies, ns } = await seekAll([slow.own, engine({ ns: 900 }).own], target(1000, true), own);
  expect([replies.map(nsOf), ns]).toEqual([[100, 100], 100]);
  // No progress is reported, since the seek ends soon.
  expect(reported).toEqual([[null, 1000]]);
});

test('a lane that has arrived comes back when the seek is cancelled', async () => {
  const { replies, ns } = await seekAll(
    [engine({ ns: 100 }).own, engine({ ns: 5000 }).own],
    target(1000, true),
    options().own,
  );
  expect([replies.map(nsOf), ns]).toEqual([[100, 100], 100]);
});

test('a lane that was further comes back before the seek ends', async () => {
  const stood = [900, 40, 100];
  const back = { ask: async () => frameAt(stood.shift() ?? 100) } as unknown as LaneEngine;
  const { replies, ns } = await seekAll([engine({ ns: 100 }).own, back], target(1000, true), options().own);
  expect([replies.map(nsOf), ns]).toEqual([[100, 100], 100]);
});

test('if every lane ends before the target, the page shows the last end', async () => {
  const { ns, replies } = await seekAll(
    [engine({ ns: 5000, endNs: 300 }).own, engine({ ns: 5000, endNs: 700 }).own],
    target(1000),
    options().own,
  );
  expect([ns, replies.map(nsOf)]).toEqual([700, [300, 700]]);
  const one = await seekAll(
    [engine({ ns: 5000, endNs: 300 }).own, engine({ ns: 5000 }).own],
    target(1000),
    options().own,
  );
  expect(one.ns).toBe(1000);
});

test('one lane needs several seeks, and stops at its end', async () => {
  const { asked, own } = engine({ ns: 400 });
  expect(nsOf(await seekLane(own, 1000, 12, options(100).own))).toBe(1000);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toEqual({
    ns: 1000,
    events: 12,
    budgetMs: SEEK_MS,
    level: LogLevel.all,
    windowNs: 100,
    orLess: false,
  });
  // It has arrived at the beginning of the window, which contains the event.
  const near = engine({ ns: 450 });
  expect(nsOf(await seekLane(near.own, 1000, null, options(100).own))).toBe(900);
  const short = engine({ ns: 400, endNs: 500 });
  expect(nsOf(await seekLane(short.own, 1000, null, options().own))).toBe(500);
});
