/**
 * Finds the first decision in which two lanes differ, by comparing their decision records one by one as they arrive.
 * Layout of a record: `sim-wasm/core/src/observe/decisions.rs`.
 */
import { ANSWERS, NO_TASK } from '../../scenario/generated/vocab';
import { DECISION } from '../../scenario/generated/wire';
import { recordOffsets } from '../wire/decisions';
import { cpuAt, fieldAt } from '../wire/field';

/** The first difference of two lanes: the record of each, or of the only lane that made a decision. */
export interface Difference {
  readonly ns: number;
  readonly records: readonly (Uint32Array | null)[];
}

const timeOf = (record: Uint32Array): number => (record[1] ?? 0) + (record[2] ?? 0) * 4294967296;

const MOVED = ANSWERS.indexOf('moved');

/**
 * Whether the decision had no effect: a pass that moved no task, or was not allowed. It differs only from one that
 * moved a task.
 */
function cameToNothing(record: Uint32Array): boolean {
  if (fieldAt(record, 0, DECISION.TASK) !== NO_TASK) return false;
  // The header of a pull names no task: its steps name the moved ones.
  for (let at = DECISION.HEADER; at < record.length; at += DECISION.STEP) {
    if (fieldAt(record, at, DECISION.ANSWER) === MOVED) return false;
  }
  return true;
}

/** The first word of a record holds its length. */
const isSame = (a: Uint32Array, b: Uint32Array): boolean => a.every((word, i) => word === b[i]);

/** Two records of the same CPU deciding the same kind of thing at the same moment. */
const isSameQuestion = (a: Uint32Array, b: Uint32Array): boolean => {
  const kind = (record: Uint32Array) => fieldAt(record, 0, DECISION.KIND);
  const cpu = (record: Uint32Array) => cpuAt(record, 0, DECISION.CPU);
  return kind(a) === kind(b) && timeOf(a) === timeOf(b) && cpu(a) === cpu(b);
};

/** The decisions of one lane that are not compared yet. */
interface Side {
  records: Uint32Array[];
  next: number;
  /** All decisions before this time have arrived (ns). */
  completeNs: number;
}

export class Comparison {
  readonly #sides: readonly [Side, Side] = [
    { records: [], next: 0, completeNs: 0 },
    { records: [], next: 0, completeNs: 0 },
  ];

  /** Appends records of a lane, which are complete up to `completeNs`. */
  accept(lane: 0 | 1, words: Uint32Array, completeNs: number): void {
    const side = this.#sides[lane];
    const offsets = recordOffsets(words);
    const records = offsets.map((at, i) => words.subarray(at, offsets[i + 1] ?? words.length));
    side.records = [...side.records.slice(side.next), ...records];
    side.next = 0;
    side.completeNs = completeNs;
  }

  /** The first difference so far; null: none. */
  find(): Difference | null {
    const [a, b] = this.#sides;
    for (;;) {
      const ours = a.records[a.next];
      const theirs = b.records[b.next];
      const oursFirst = ours && (theirs ? timeOf(ours) <= timeOf(theirs) : timeOf(ours) < b.completeNs);
      // If ours is not first, theirs is before it.
      const theirsFirst = theirs && (ours || timeOf(theirs) < a.completeNs);
      if (ours && theirs && isSameQuestion(ours, theirs)) {
        const alike = isSame(ours, theirs) || (cameToNothing(ours) && cameToNothing(theirs));
        if (!alike) return { ns: timeOf(ours), records: [ours, theirs] };
        a.next += 1;
        b.next += 1;
      } else if (oursFirst) {
        if (!cameToNothing(ours)) return { ns: timeOf(ours), records: [ours, null] };
        a.next += 1;
      } else if (theirsFirst) {
        if (!cameToNothing(theirs)) return { ns: timeOf(theirs), records: [null, theirs] };
        b.next += 1;
      } else {
        return null;
      }
    }
  }
}
