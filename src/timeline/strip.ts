/**
 * A row of the timeline as pixels: writing them costs the same however many segments there are.
 */
import { NO_TASK } from '../scenario/generated/vocab';
import { type Segments, UNKNOWN } from './segments';

/** Segments at least this wide end with a gap of a pixel. */
const GAP_FROM = 4;

/** Simulated time across a width in pixels. */
export interface Span {
  readonly fromNs: number;
  readonly toNs: number;
  readonly width: number;
}

/**
 * Writes the row of `cpu` into `pixels` from `offset` on. `colors` by task; idle is left empty,
 * what the log does not say gets `unknown`.
 */
export function paintRow(
  segments: Segments,
  cpu: number,
  span: Span,
  pixels: Uint32Array,
  offset: number,
  colors: Uint32Array,
  unknown: number,
): void {
  const scale = span.width / (span.toNs - span.fromNs);
  const until = Math.min(span.toNs, segments.nowNs);
  const count = segments.count(cpu);
  for (let i = segments.find(cpu, span.fromNs); i < count; i += 1) {
    const start = segments.start(cpu, i);
    if (start >= until) break;
    const task = segments.task(cpu, i);
    if (task === NO_TASK) continue;
    const from = Math.max(Math.floor((start - span.fromNs) * scale), 0);
    const end = Math.min(segments.end(cpu, i), until);
    let to = Math.min(Math.max(Math.floor((end - span.fromNs) * scale), from + 1), span.width);
    if (to - from >= GAP_FROM) to -= 1;
    pixels.fill(task === UNKNOWN ? unknown : (colors[task] ?? unknown), offset + from, offset + to);
  }
}
