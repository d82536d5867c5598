/**
 * A row of the timeline as pixels: writing them costs the same however many segments there are.
 */
import { NO_TASK } from '../../scenario/generated/vocab';
import { type Segments, UNKNOWN, WASTED } from './segments';

/** Segments at least this wide end with a gap of a pixel. */
const GAP_FROM = 4;

/** Colours of what is no task. */
export interface Others {
  /** What the log does not say. */
  readonly unknown: number;
  /** Idle while work waits: striped, as its colour alone must not tell it. */
  readonly wasted: number;
}

/** Simulated time across a width in pixels. */
export interface Span {
  readonly fromNs: number;
  readonly toNs: number;
  readonly width: number;
  /** Width of a stripe and of the gap after it, in the pixels that the row is made of. */
  readonly stripe: number;
}

/**
 * Writes the row of `cpu` into `pixels` from `offset` on. `colors` by task; idle is left empty,
 * wasted is striped, what the log does not say gets `unknown`.
 */
export function paintRow(
  segments: Segments,
  cpu: number,
  span: Span,
  pixels: Uint32Array,
  offset: number,
  colors: Uint32Array,
  { unknown, wasted }: Others,
): void {
  const { stripe } = span;
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
    if (task === WASTED) {
      // By place and not by segment, so that stripes of neighbours line up; a short one is seen all the same.
      for (let x = from; x < to; x += 1)
        if (x % (2 * stripe) < stripe || to - from < stripe) pixels[offset + x] = wasted;
      continue;
    }
    if (to - from >= GAP_FROM) to -= 1;
    pixels.fill(task === UNKNOWN ? unknown : (colors[task] ?? unknown), offset + from, offset + to);
  }
}
