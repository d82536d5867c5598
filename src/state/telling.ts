/** The most telling difference: the kind of move, and one decision of it that the other lane made differently. */
import { type Far, type MoveKind, moveKind, Tally, type Telling } from '../engine/lanes/telling';
import { headOf, howOf, movesOf } from '../engine/wire/records';
import { distanceOf } from '../scenario/distance';
import type { MachineDescription } from '../scenario/generated/types';
import { ask } from './run';

export interface TellingDifference extends Telling {
  /** The moment of the decision that is shown (ns). */
  readonly ns: number;
  readonly task: number;
  /** For each lane: that decision, or the last earlier one about the same task. */
  readonly records: readonly Uint32Array[];
  /** The kind of move of each. */
  readonly kinds: readonly MoveKind[];
  /** The run was searched up to here (ns). */
  readonly untilNs: number;
}

type Shown = Pick<TellingDifference, 'ns' | 'task' | 'records' | 'kinds'>;

/**
 * The first decision of the kind that the other lane made differently, preferably for another reason; null: no kept
 * decision differs.
 */
async function shownOf({ kind, distance, lane, first }: Telling, far: Far): Promise<Shown | null> {
  let alike: Shown | null = null;
  for (const record of first) {
    const head = headOf(record);
    const task = head && (head.task ?? movesOf(head)[0]?.task ?? null);
    if (!head || task === null) continue;
    const other = (await ask(1 - lane, 'decision', { task, ns: head.ns }))?.record ?? null;
    const theirs = other && headOf(other);
    const theirKind = theirs && moveKind(theirs, far);
    if (!theirKind || (theirKind.kind === kind && theirKind.distance === distance)) continue;
    const ownKind = { kind, distance };
    const shown: Shown =
      lane === 0
        ? { ns: head.ns, task, records: [record, other], kinds: [ownKind, theirKind] }
        : { ns: head.ns, task, records: [other, record], kinds: [theirKind, ownKind] };
    if (theirKind.kind !== kind || howOf(theirs) !== howOf(head)) return shown;
    alike ??= shown;
  }
  return alike;
}

/** Follows it through the records of both lanes. */
export class TellingSearch {
  readonly #far: Far;
  readonly #tally: Tally;
  #shown: { readonly key: string; readonly of: Shown | null } | null = null;

  constructor(machine: MachineDescription, fromNs: number) {
    this.#far = (a, b) => distanceOf(machine, a, b);
    this.#tally = new Tally([this.#far, this.#far], fromNs);
  }

  accept(lane: 0 | 1, words: Uint32Array): void {
    this.#tally.accept(lane, words);
  }

  async find(untilNs: number): Promise<TellingDifference | null> {
    const telling = this.#tally.find();
    if (!telling) return null;
    const key = `${telling.kind} ${telling.distance} ${telling.lane} ${telling.first.length}`;
    if (this.#shown?.key !== key) this.#shown = { key, of: await shownOf(telling, this.#far) };
    return this.#shown.of && { ...telling, ...this.#shown.of, untilNs };
  }
}
