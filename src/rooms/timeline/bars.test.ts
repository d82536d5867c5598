import { describe, expect, it } from 'vitest';
import { type Entry, frameWords, logWords, machine } from '../../../tests/drawing/fake';
import { FrameView } from '../../engine/wire/frame';
import { eachBar, isBusy, isUnknown, stepsOf } from './bars';
import { Segments, WASTED } from './segments';

const m = machine('classroom-8');
const run = (cpu: number, ns: number, task?: number): Entry => ({
  kind: 'switch',
  ns,
  cpu,
  ...(task === undefined ? {} : { task }),
});

function recorded(log: readonly Entry[], ns = 100): Segments {
  const segments = new Segments(8);
  segments.accept(logWords(log), new FrameView(frameWords(m, { ns, running: [] })), 1000);
  return segments;
}

function barsOf(segments: Segments, fromNs: number, toNs: number, width: number): (readonly number[])[] {
  const bars: (readonly number[])[] = [];
  eachBar(segments, 0, { fromNs, toNs, width }, (task, x, w) => bars.push([task, x, w]));
  return bars;
}

describe('bars', () => {
  it('show the CPU of a task; idle time and the future are empty', () => {
    const segments = recorded([run(0, 20, 1), run(0, 40), run(0, 60, 2)], 80);
    expect(barsOf(segments, 0, 100, 10)).toEqual([
      [1, 2, 2],
      [2, 6, 2],
    ]);
  });

  it('are a pixel apart if they are wide, and visible however short they are', () => {
    expect(barsOf(recorded([run(0, 0, 1), run(0, 50, 2), run(0, 51)]), 0, 100, 100)).toEqual([
      [1, 0, 49],
      [2, 50, 1],
    ]);
    expect(barsOf(recorded([run(0, 50, 2), run(0, 51)]), 0, 100, 10)).toEqual([[2, 5, 1]]);
  });

  it('are at most one a pixel, however many there are', () => {
    const many = Array.from({ length: 90 }, (_, i) => run(0, i, i % 2 ? 1 : 2));
    expect(barsOf(recorded(many), 0, 100, 10).length).toBeLessThanOrEqual(10);
  });

  it('distinguish wasted time', () => {
    const log: Entry[] = [{ kind: 'wasted', ns: 20, cpu: 0, wasted: true }, run(0, 80, 1)];
    expect(barsOf(recorded(log), 0, 100, 10)).toEqual([
      [WASTED, 2, 5],
      [1, 8, 2],
    ]);
  });
});

describe('a folded row', () => {
  it('has the height of how many of its CPUs are busy, and of how many are wasted', () => {
    const log: Entry[] = [
      { kind: 'wasted', ns: 10, cpu: 2, wasted: true },
      run(0, 20, 1),
      run(1, 40, 2),
      run(0, 60),
      run(2, 80, 3),
    ];
    expect(stepsOf(recorded(log), [0, 1, 2, 3], { fromNs: 0, toNs: 100, width: 10 })).toEqual([
      { x: 1, width: 1, busy: 0, wasted: 1, unknown: 0 },
      { x: 2, width: 2, busy: 1, wasted: 1, unknown: 0 },
      { x: 4, width: 2, busy: 2, wasted: 1, unknown: 0 },
      { x: 6, width: 2, busy: 1, wasted: 1, unknown: 0 },
      { x: 8, width: 2, busy: 2, wasted: 0, unknown: 0 },
    ]);
  });

  it('distinguishes unknown CPUs from idle ones', () => {
    const segments = new Segments(8);
    segments.standAt(new FrameView(frameWords(m, { ns: 40, running: [1] })));
    segments.accept(logWords([run(1, 80, 2)]), new FrameView(frameWords(m, { ns: 100, running: [1, 2] })), 1000);
    expect(stepsOf(segments, [0, 1, 2], { fromNs: 0, toNs: 100, width: 10 })).toEqual([
      { x: 0, width: 4, busy: 0, wasted: 0, unknown: 3 },
      { x: 4, width: 4, busy: 1, wasted: 0, unknown: 0 },
      { x: 8, width: 2, busy: 2, wasted: 0, unknown: 0 },
    ]);
    expect([20, 60].map((ns) => isUnknown(segments, 2, ns))).toEqual([true, false]);
  });

  it('knows the busy CPUs at a time', () => {
    const segments = recorded([run(0, 20, 1), run(0, 60)]);
    expect([10, 30, 70, 200].map((ns) => isBusy(segments, 0, ns))).toEqual([false, true, false, false]);
  });
});
