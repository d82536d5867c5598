/** Which wake-ups leave the waker's cluster: the woken task goes to a CPU of another one, wherever it ran before. */
import { recordOffsets } from '../../engine/wire/decisions';
import { cpuAt, fieldAt } from '../../engine/wire/field';
import type { MachineDescription } from '../../scenario/generated/types';
import { DECIDEDS } from '../../scenario/generated/vocab';
import { DECISION } from '../../scenario/generated/wire';

/** Wake-ups that were counted, and those of them that left. */
export interface Leaving {
  readonly wakes: number;
  readonly left: number;
}
export const NONE_SEEN: Leaving = { wakes: 0, left: 0 };

const WAKE = DECIDEDS.indexOf('wake');

/** Adds the wake-ups of more decision records to the counts. */
export function leaving(
  { units }: Pick<MachineDescription, 'units'>,
  records: Uint32Array,
  { wakes, left }: Leaving,
): Leaving {
  let [all, away] = [wakes, left];
  for (const at of recordOffsets(records)) {
    if (fieldAt(records, at, DECISION.KIND) !== WAKE) continue;
    all += 1;
    if (units[cpuAt(records, at, DECISION.CPU)] !== units[cpuAt(records, at, DECISION.CHOSEN)]) away += 1;
  }
  return { wakes: all, left: away };
}
