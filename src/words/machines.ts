/** Machines by the names they have on the screen. */

import { MACHINES } from '../scenario/catalog';
import type { MachineId } from '../scenario/generated/types';
import { hasMessage, t } from '.';

/** What it is and how many CPUs it has. Most names are those of models; one that is a word is translated. */
export function machineName(machine: MachineId): string {
  const { name, cpus } = MACHINES[machine];
  const key = `machine.name.${machine}`;
  return t('machine.cpus', { name: hasMessage(key) ? t(key) : name, cpus });
}
