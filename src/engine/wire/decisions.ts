/**
 * Decision records as they cross the worker boundary: words, each record beginning with its length.
 * Layout: `sim-wasm/core/src/observe/decisions.rs`; decoded in `records.ts`.
 */
import { DECISION } from '../../scenario/generated/wire';
import { fieldAt } from './field';

/** The offset of each record, in order. */
export function recordOffsets(words: Uint32Array): number[] {
  const offsets: number[] = [];
  for (let at = 0; at + DECISION.HEADER <= words.length; ) {
    offsets.push(at);
    at += Math.max(DECISION.HEADER, fieldAt(words, at, DECISION.LENGTH));
  }
  return offsets;
}

/** Joins `before` and `after`; keeps at most the last `most` records. */
export function appended(before: Uint32Array, after: Uint32Array, most: number): Uint32Array {
  if (after.length === 0) return before;
  const offsets = recordOffsets(after);
  if (offsets.length >= most) return after.slice(offsets[offsets.length - most]);
  const old = recordOffsets(before);
  const kept = before.subarray(old[Math.max(0, old.length + offsets.length - most)] ?? before.length);
  const both = new Uint32Array(kept.length + after.length);
  both.set(kept);
  both.set(after, kept.length);
  return both;
}
