/** Machines by the names they have on the screen. */

import type { MachineChoice } from '../scenario/generated/types';
import { factsOf } from '../scenario/machines';
import { hasMessage, t } from '.';

/** What it is and how many CPUs it has. Most names are those of models; one that is a word is translated; people name their own. */
export function machineName(machine: MachineChoice): string {
  const { name, cpus } = factsOf(machine);
  const key = `machine.name.${String(machine)}`;
  return t('machine.cpus', { name: hasMessage(key) ? t(key) : name, cpus });
}
