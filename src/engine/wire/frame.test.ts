import { expect, test } from 'vitest';
import { FRAME, FrameFlag } from '../../scenario/generated/wire';
import { CpuFlag, FrameView } from './frame';

/** A frame whose header word `i` is `1000 + i`, except for the given words. */
function frame(said: Readonly<Record<number, number>>, ...rest: number[]): FrameView {
  const words = Uint32Array.from([...Array.from({ length: FRAME.HEADER }, (_, i) => 1000 + i), ...rest]);
  for (const [i, word] of Object.entries(said)) words[Number(i)] = word;
  return new FrameView(words);
}
/** A number of two words, the low one first. */
const wide = (at: number, value: number) => ({ [at]: value % 2 ** 32, [at + 1]: Math.floor(value / 2 ** 32) });

test('numbers wider than a word are decoded', () => {
  const far = (i: number) => (5 + i) * 2 ** 32 + 7;
  const view = frame({
    ...wide(FRAME.NOW, far(0)),
    ...wide(FRAME.EVENTS, far(1)),
    ...wide(FRAME.MESSAGES, far(2)),
    ...wide(FRAME.BUSY, far(3)),
    ...wide(FRAME.WASTED, far(4)),
    ...wide(FRAME.THROTTLED, far(5)),
    ...wide(FRAME.WAKE_P50, far(6)),
    ...wide(FRAME.WAKE_P99, far(7)),
  });
  const { ns, events, messages, busyNs, wastedNs, throttledNs, wakeP50, wakeP99 } = view;
  const values = [ns, events, messages, busyNs, wastedNs, throttledNs, wakeP50, wakeP99];
  expect(values).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(far));
});

test('the hash has sixteen digits, also with leading zeros', () => {
  expect(frame({ [FRAME.HASH]: 0x1f, [FRAME.HASH + 1]: 0xabc }).hash).toBe('00000abc0000001f');
});

test('rates refer to the window after the warm-up, or to the measured part before that', () => {
  const view = frame({
    ...wide(FRAME.NOW, 90e9),
    ...wide(FRAME.STARTED, 6e9),
    ...wide(FRAME.SINCE, 13e9),
    ...wide(FRAME.MESSAGES, 80e9),
    ...wide(FRAME.SINCE_MESSAGES, 18e9),
    ...wide(FRAME.BUSY, 70e9),
    ...wide(FRAME.SINCE_BUSY, 24e9),
    ...wide(FRAME.WASTED, 60e9),
    ...wide(FRAME.SINCE_WASTED, 30e9),
  });
  expect([view.elapsedNs, view.windowNs, view.windowMessages]).toEqual([84e9, 77e9, 62e9]);
  expect([view.windowBusyNs, view.windowWastedNs]).toEqual([46e9, 30e9]);
});

test('each flag is decoded', () => {
  const values = (flags: number) => {
    const { done, measured, hasFlows } = frame({ [FRAME.FLAGS]: flags });
    return [done, measured, hasFlows];
  };
  expect([FrameFlag.done, FrameFlag.measured, FrameFlag.flows].map(values)).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  expect(values(0)).toEqual([false, false, false]);
});

test('counts of the header are read where the core writes them', () => {
  const view = frame({});
  expect([view.nrPeriods, view.nrThrottled]).toEqual([1000 + FRAME.NR_PERIODS, 1000 + FRAME.NR_THROTTLED]);
  expect([view.sched, view.schedIdle, view.wakeups, view.steals]).toEqual(
    [FRAME.SCHED, FRAME.GOIDLE, FRAME.TTWU, FRAME.STEAL].map((at) => 1000 + at),
  );
  expect(view.moves(2, 3)).toBe(1000 + FRAME.MOVES + 2 * FRAME.DISTANCE_COUNT + 3);
  expect([view.wakesTo(4), view.lines(5)]).toEqual([1000 + FRAME.WAKES + 4, 1000 + FRAME.LINES + 5]);
});

test('the sections after the header follow CPUs, waiting tasks, units and nodes', () => {
  const causes = FRAME.CAUSE_COUNT;
  const flows = Array.from({ length: 2 * 2 * causes }, (_, i) => 900 + i);
  const view = frame(
    { [FRAME.CPUS]: 3, [FRAME.WAITING]: 2, [FRAME.UNITS]: 2, [FRAME.NODES]: 2 },
    // Per CPU: the running task, the number of waiting ones, flags.
    ...[(CpuFlag.idle << 24) | 0xffff, (CpuFlag.overloaded << 24) | (2 << 16) | 17, 18].map((word) => word >>> 0),
    ...[41, 42],
    ...[51, 52, 53, 54],
    ...[61, 62, 63, 64],
    ...flows,
  );
  expect([view.cpus, view.waitingCount, view.units, view.nodes]).toEqual([3, 2, 2, 2]);
  expect([0, 1, 2].map((cpu) => [view.running(cpu), view.waitingOn(cpu), view.flags(cpu)])).toEqual([
    [0xffff, 0, CpuFlag.idle],
    [17, 2, CpuFlag.overloaded],
    [18, 0, 0],
  ]);
  expect([view.waitingAt(0), view.waitingAt(1)]).toEqual([41, 42]);
  expect([0, 1].map((unit) => [view.linesInside(unit), view.linesOutside(unit)])).toEqual([
    [51, 52],
    [53, 54],
  ]);
  expect([view.linesBetween(0, 1), view.linesBetween(1, 0)]).toEqual([62, 63]);
  expect([view.flow(0, 0, 2), view.flow(0, 1, 0), view.flow(1, 0, 3)]).toEqual([
    902,
    900 + causes,
    900 + 2 * causes + 3,
  ]);
});
