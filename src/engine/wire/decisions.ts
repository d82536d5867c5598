/**
 * Decision records as they cross the worker boundary: words, told apart by the length each begins
 * with. Layout: `sim-wasm/core/src/observe/decisions.rs`; what they say: `records.ts`.
 */
import { DECISION } from '../../scenario/generated/wire';
import { fieldAt } from './field';

/** Where each record begins, in order. */
export function recordOffsets(words: Uint32Array): number[] {
  const offsets: number[] = [];
  for (let at = 0; at + DECISION.HEADER <= words.length; ) {
    offsets.push(at);
    at += Math.max(DECISION.HEADER, fieldAt(words, at, DECISION.LENGTH));
  }
  return offsets;
}

/** `before` and `after` in one, of which at most the last `most` records are kept. */
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
