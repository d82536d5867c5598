/** The costs of a decision as bars that form stairs: each begins where the one before ends. */
import { howOf } from '../../engine/wire/records';
import { distanceOf } from '../../scenario/distance';
import type { MachineDescription } from '../../scenario/generated/types';
import type { Distance } from '../../scenario/generated/vocab';
import type { Decision } from './useDecision';

export interface Stairs {
  /** The end of the looks: the cost of the decision (ns). */
  readonly lookedNs: number;
  /** The end: with the first cache line that goes from the waker's CPU to the chosen one (ns). */
  readonly endNs: number;
}

/** `lineNs`: the cost of a cache line; null: not known yet. */
export function stairsOf(
  { head }: Pick<Decision, 'head'>,
  machine: MachineDescription,
  lineNs: ((distance: Distance) => number) | null,
): Stairs {
  const lookedNs = head.costNs;
  const sent = howOf(head) === null || !lineNs ? 0 : lineNs(distanceOf(machine, head.cpu, head.chosen));
  return { lookedNs, endNs: lookedNs + sent };
}

/** The marks of an axis to `mostNs`: at most five, at round numbers (ns). */
export function ticksTo(mostNs: number): readonly number[] {
  const least = Math.max(1, mostNs) / 4;
  const scale = 10 ** Math.floor(Math.log10(least));
  const apart = ([1, 2, 5, 10].find((n) => n * scale >= least) ?? 10) * scale;
  return Array.from({ length: Math.floor(mostNs / apart) + 1 }, (_, i) => i * apart);
}
