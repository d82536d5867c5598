/** The bars of a row in an interval: the tasks of its CPU, or its number of busy CPUs. */
import { NO_TASK } from '../../scenario/generated/vocab';
import { type Segments, THROTTLED, UNKNOWN, WASTED } from './segments';
import { isTask, stretchAt } from './stretch';

/** Simulated time across a width (px). */
export interface Span {
  readonly fromNs: number;
  readonly toNs: number;
  readonly width: number;
}

export const xOf = ({ fromNs, toNs, width }: Span, ns: number): number => ((ns - fromNs) / (toNs - fromNs)) * width;

/** Bars at least this wide end with a gap (px). */
const GAP_FROM = 4;
const GAP = 1;

/**
 * Calls back for each interval in which `cpu` ran a task, was wasted or is unknown; bars are at least a pixel wide and
 * do not overlap.
 */
export function eachBar(
  segments: Segments,
  cpu: number,
  span: Span,
  visit: (task: number, x: number, width: number) => void,
): void {
  const until = Math.min(span.toNs, segments.nowNs);
  const count = segments.count(cpu);
  let free = 0;
  for (let i = segments.find(cpu, span.fromNs); i < count; i += 1) {
    const start = segments.start(cpu, i);
    if (start >= until) break;
    const task = segments.task(cpu, i);
    if (task === NO_TASK) continue;
    const end = Math.min(xOf(span, Math.min(segments.end(cpu, i), until)), span.width);
    const x = Math.max(xOf(span, start), free);
    // A bar inside the last pixel is visible there already.
    if (end <= free && free > 0) continue;
    const width = Math.max(end - x >= GAP_FROM ? end - x - GAP : end - x, 1);
    visit(task, x, width);
    free = x + width;
  }
}

/** An interval in which constant numbers of CPUs of a folded row were busy, wasted and unknown. */
export interface Step {
  readonly x: number;
  readonly width: number;
  readonly busy: number;
  readonly wasted: number;
  readonly unknown: number;
}

/** The number of busy CPUs from pixel to pixel, merged into intervals of equal values. */
export function stepsOf(segments: Segments, cpus: readonly number[], span: Span): Step[] {
  const columns = Math.max(Math.round(span.width), 1);
  const scale = columns / (span.toNs - span.fromNs);
  // Changes of the counts at a pixel.
  const busy = new Int16Array(columns + 1);
  const wasted = new Int16Array(columns + 1);
  const unknown = new Int16Array(columns + 1);
  const until = Math.min(span.toNs, segments.nowNs);
  for (const cpu of cpus) {
    const count = segments.count(cpu);
    for (let i = segments.find(cpu, span.fromNs); i < count; i += 1) {
      const start = segments.start(cpu, i);
      if (start >= until) break;
      const task = segments.task(cpu, i);
      if (task === NO_TASK || task === THROTTLED) continue;
      const from = Math.max(Math.round((start - span.fromNs) * scale), 0);
      const to = Math.min(Math.round((Math.min(segments.end(cpu, i), until) - span.fromNs) * scale), columns);
      if (to <= from) continue;
      const counts = task === WASTED ? wasted : task === UNKNOWN ? unknown : busy;
      counts[from] = (counts[from] ?? 0) + 1;
      counts[to] = (counts[to] ?? 0) - 1;
    }
  }
  const steps: Step[] = [];
  const now = { busy: 0, wasted: 0, unknown: 0 };
  let from = 0;
  for (let column = 0; column <= columns; column += 1) {
    const moreBusy = busy[column] ?? 0;
    const moreWasted = wasted[column] ?? 0;
    const moreUnknown = unknown[column] ?? 0;
    if (moreBusy === 0 && moreWasted === 0 && moreUnknown === 0 && column < columns) continue;
    if (column > from && now.busy + now.wasted + now.unknown > 0)
      steps.push({ x: (from / columns) * span.width, width: ((column - from) / columns) * span.width, ...now });
    now.busy += moreBusy;
    now.wasted += moreWasted;
    now.unknown += moreUnknown;
    from = column;
  }
  return steps;
}

/** Whether the state of a CPU at a moment is unknown. */
export const isUnknown = (segments: Segments, cpu: number, ns: number): boolean =>
  stretchAt(segments, 0, cpu, ns).task === UNKNOWN;

/** Whether a CPU ran a task at a moment. */
export const isBusy = (segments: Segments, cpu: number, ns: number): boolean => isTask(stretchAt(segments, 0, cpu, ns));
