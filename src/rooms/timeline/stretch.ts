/** An interval of one CPU: a task that ran, or none. */
import { NO_TASK } from '../../scenario/generated/vocab';
import { type Segments, THROTTLED, UNKNOWN, WASTED } from './segments';

export interface Stretch {
  /** Index of its lane. */
  readonly lane: number;
  readonly cpu: number;
  /** A task, `NO_TASK`, `WASTED`, `THROTTLED` or `UNKNOWN`. */
  readonly task: number;
  /** When it began and ended, or how far it has come (ns). */
  readonly from: number;
  readonly to: number;
}

export const isTask = ({ task }: Stretch): boolean => ![NO_TASK, WASTED, THROTTLED, UNKNOWN].includes(task);

const read = (segments: Segments, lane: number, cpu: number, i: number): Stretch => ({
  lane,
  cpu,
  task: segments.task(cpu, i),
  from: segments.start(cpu, i),
  to: segments.end(cpu, i),
});

/** The state of a CPU at a time; times outside the recording are unknown. */
export function stretchAt(segments: Segments, lane: number, cpu: number, ns: number): Stretch {
  const found = read(segments, lane, cpu, segments.find(cpu, ns));
  if (ns >= found.from && ns <= segments.nowNs) return found;
  return ns < found.from
    ? { ...found, task: UNKNOWN, from: 0, to: found.from }
    : { ...found, task: UNKNOWN, from: segments.nowNs, to: ns };
}

/** The intervals of a CPU between two moments. */
export function stretchesOf(segments: Segments, lane: number, cpu: number, fromNs: number, toNs: number): Stretch[] {
  const found: Stretch[] = [];
  for (let i = segments.find(cpu, fromNs); i < segments.count(cpu) && segments.start(cpu, i) < toNs; i += 1)
    found.push(read(segments, lane, cpu, i));
  return found;
}

/** The nearest interval of a task that began up to `ns` (`way` −1), or from `ns` on. */
export function latestStart(segments: Segments, lane: number, cpu: number, ns: number, way: 1 | -1): Stretch | null {
  const oldest = Math.max(0, segments.count(cpu) - segments.capacity);
  for (let i = segments.find(cpu, ns); i >= oldest && i < segments.count(cpu); i += way) {
    const found = read(segments, lane, cpu, i);
    if (isTask(found) && (way < 0 ? found.from <= ns : found.from >= ns)) return found;
  }
  return null;
}

/** The last CPU of a task before a moment. */
export function lastRun(segments: Segments, task: number, before: number): { cpu: number; end: number } | null {
  let last: { cpu: number; end: number } | null = null;
  for (let cpu = 0; cpu < segments.cpus; cpu += 1) {
    const oldest = Math.max(0, segments.count(cpu) - segments.capacity);
    for (let i = segments.find(cpu, before - 1); i >= oldest; i -= 1) {
      const end = segments.end(cpu, i);
      if (last && end <= last.end) break;
      if (segments.task(cpu, i) === task && end <= before) last = { cpu, end };
    }
  }
  return last;
}
