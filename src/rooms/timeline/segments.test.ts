import { describe, expect, it } from 'vitest';
import { type Entry, frameWords, logWords, machine } from '../../../tests/drawing/fake';
import { CpuFlag, FrameView } from '../../engine/wire/frame';
import { NO_TASK } from '../../scenario/generated/vocab';
import { Segments, THROTTLED, UNKNOWN, WASTED } from './segments';

const m = machine('classroom-8');
const frame = (ns: number, running: (number | null)[] = []) => new FrameView(frameWords(m, { ns, running }));
const run = (cpu: number, ns: number, task?: number): Entry => ({
  kind: 'switch',
  ns,
  cpu,
  ...(task === undefined ? {} : { task }),
});

/** The tasks of a CPU, as `from-to:task`. */
function story(segments: Segments, cpu: number): string[] {
  const out: string[] = [];
  for (let i = segments.find(cpu, 0); i < segments.count(cpu); i += 1) {
    const task = segments.task(cpu, i);
    const name =
      task === NO_TASK
        ? 'idle'
        : task === WASTED
          ? 'wasted'
          : task === THROTTLED
            ? 'throttled'
            : task === UNKNOWN
              ? '?'
              : String(task);
    out.push(`${segments.start(cpu, i)}-${segments.end(cpu, i)}:${name}`);
  }
  return out;
}

describe('segments', () => {
  it('last from one switch to the next, the last one until now', () => {
    const segments = new Segments(8);
    segments.accept(logWords([run(0, 10, 1), run(0, 30), run(1, 40, 2)]), frame(100), 1000);
    expect(story(segments, 0)).toEqual(['0-10:idle', '10-30:1', '30-100:idle']);
    expect(story(segments, 1)).toEqual(['0-40:idle', '40-100:2']);
    segments.accept(logWords([run(0, 150, 7)]), frame(200), 1000);
    expect(story(segments, 0)).toEqual(['0-10:idle', '10-30:1', '30-150:idle', '150-200:7']);
  });

  it('are unknown without a log, unless a later record implies them', () => {
    const segments = new Segments(8);
    segments.accept(logWords([run(0, 10, 1), run(1, 10, 2), run(2, 10, 3)]), frame(100), 1000);
    // A step of 10,000 ns of which the last 1,000 are kept: CPU 0 had a task until 9,200, CPU 1 ran task 2 all along,
    // CPU 2 was idle until 9,300.
    const kept = logWords([
      { ...run(0, 9200, 5), left: 'slept' },
      { ...run(2, 9300, 6), left: 'idle' },
    ]);
    segments.accept(kept, frame(10_100, [5, 2, 6]), 1000);
    expect(story(segments, 0)).toEqual(['0-10:idle', '10-100:1', '100-9200:?', '9200-10100:5']);
    expect(story(segments, 1)).toEqual(['0-10:idle', '10-100:2', '100-9100:?', '9100-10100:2']);
    expect(story(segments, 2)).toEqual(['0-10:idle', '10-100:3', '100-9100:?', '9100-9300:idle', '9300-10100:6']);
  });

  it('begin with the running task of a CPU that has not switched, unless it is known to have idled', () => {
    const segments = new Segments(8);
    const log = logWords([{ ...run(1, 40, 2), left: 'preempted' }, run(2, 60, 3)]);
    segments.accept(log, frame(100, [1, 2, 3]), 100);
    expect(story(segments, 0)).toEqual(['0-100:1']);
    expect(story(segments, 1)).toEqual(['0-40:?', '40-100:2']);
    expect(story(segments, 2)).toEqual(['0-60:idle', '60-100:3']);
    expect(story(segments, 3)).toEqual(['0-100:idle']);
    // Put back to a moment, as after a search: the same.
    segments.clear();
    segments.accept(new Uint32Array(), frame(0, [1]), 100);
    segments.accept(log, frame(100, [1, 2, 3]), 100);
    expect(story(segments, 0)).toEqual(['0-100:1']);
  });

  it('forget the oldest when the ring is full', () => {
    const segments = new Segments(8, 4);
    const log = Array.from({ length: 10 }, (_, i) => run(3, i * 10 + 10, i));
    segments.accept(logWords(log), frame(200), 1000);
    expect(story(segments, 3)).toEqual(['70-80:6', '80-90:7', '90-100:8', '100-200:9']);
    expect(segments.task(3, segments.find(3, 85))).toBe(7);
  });

  it('are empty before a jump back', () => {
    const segments = new Segments(8);
    segments.accept(logWords([run(0, 10, 1)]), frame(100), 1000);
    segments.accept(logWords([run(0, 20, 9)]), frame(20, [9]), 1000);
    expect(story(segments, 0)).toEqual(['0-20:?', '20-20:9']);
  });
});

describe('wasted', () => {
  const waste = (cpu: number, ns: number, how: 0 | 1): Entry => ({ kind: 'wasted', ns, cpu, wasted: how === 1 });

  it('are idle while the log says so, in either order of records at one time', () => {
    const segments = new Segments(8);
    const log = [
      waste(0, 10, 1),
      waste(0, 20, 0),
      run(1, 5, 3),
      waste(1, 30, 1),
      run(1, 30),
      run(1, 40, 4),
      waste(1, 40, 0),
    ];
    segments.accept(logWords(log), frame(100), 1000);
    expect(story(segments, 0)).toEqual(['0-10:idle', '10-20:wasted', '20-100:idle']);
    expect(story(segments, 1)).toEqual(['0-5:idle', '5-30:3', '30-40:wasted', '40-100:4']);
  });
});

describe('throttled', () => {
  it('is idle while a control group of the CPU is throttled, until the last one is unthrottled', () => {
    const segments = new Segments(8);
    const tell = (kind: 'throttle' | 'unthrottle', ns: number, group: number): Entry => ({ kind, ns, cpu: 0, group });
    const log = [
      run(0, 10, 1),
      tell('throttle', 20, 1),
      run(0, 20),
      tell('throttle', 25, 2),
      tell('unthrottle', 40, 1),
      run(0, 50, 2),
      run(0, 60),
      tell('unthrottle', 80, 2),
    ];
    segments.accept(logWords(log), frame(100), 1000);
    expect(story(segments, 0)).toEqual([
      '0-10:idle',
      '10-20:1',
      '20-50:throttled',
      '50-60:2',
      '60-80:throttled',
      '80-100:idle',
    ]);
  });
});

describe('a step whose beginning is not in the log', () => {
  it('idles as in the frame if the log has no record, else until its first record', () => {
    const segments = new Segments(8);
    const flags = [CpuFlag.throttled, CpuFlag.wasted, 0, 0];
    const words = frameWords(m, { ns: 10_000, running: [null, null, null, null], flags });
    const log: Entry[] = [
      { kind: 'unthrottle', ns: 9500, cpu: 2, group: 1 },
      { kind: 'wasted', ns: 9600, cpu: 3, wasted: true },
      { kind: 'wasted', ns: 9700, cpu: 3, wasted: false },
    ];
    segments.accept(logWords(log), new FrameView(words), 1000);
    expect([0, 1, 2, 3].map((cpu) => story(segments, cpu).slice(1))).toEqual([
      ['9000-10000:throttled'],
      ['9000-10000:wasted'],
      ['9000-9500:throttled', '9500-10000:idle'],
      ['9000-9600:idle', '9600-9700:wasted', '9700-10000:idle'],
    ]);
  });
});

describe('a stretch of the past', () => {
  it('begins with the running task and knows nothing before', () => {
    const segments = Segments.of(8, frame(1000, [5]), logWords([run(0, 1200), run(1, 1500, 2)]), frame(2000));
    expect(story(segments, 0)).toEqual(['0-1000:?', '1000-1200:5', '1200-2000:idle']);
    expect(story(segments, 1)).toEqual(['0-1000:?', '1000-1500:idle', '1500-2000:2']);
    expect(segments.fromNs).toBe(1000);
  });
});
