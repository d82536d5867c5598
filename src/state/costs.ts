/** Costs in the model of the open experiment. */
import { COSTS } from '../scenario/generated/costs';
import type { Distance } from '../scenario/generated/vocab';
import { factsOf } from '../scenario/machines';
import { scenarioStore } from './scenario';

/** A cost by its name in the model (ns, or a count of lines). */
export function costIn(key: string): number {
  const { costs, machine } = scenarioStore.getState().document;
  const changed = (costs as Readonly<Record<string, number>> | undefined)?.[key];
  return changed ?? COSTS.find((cost) => cost.key === key)?.on[factsOf(machine).like].value ?? 0;
}

/** The transfer of a cache line over a distance (ns). */
export const lineNs = (distance: Distance): number => (distance === 'cpu' ? 0 : costIn(`line_${distance}`));
