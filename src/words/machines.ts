/** The displayed names of machines. */

import type { MachineChoice } from '../scenario/generated/types';
import { factsOf } from '../scenario/machines';
import { hasMessage, t } from '.';

/**
 * The name of a machine and its number of CPUs. Most names are those of models; common words are translated; people
 * name custom machines.
 */
export function machineName(machine: MachineChoice): string {
  const { name, cpus } = factsOf(machine);
  const key = `machine.name.${String(machine)}`;
  // A machine without a name is called by its number of CPUs.
  if (name === `${cpus} CPUs`) return t('field.load.cpu', { count: cpus });
  return t('machine.cpus', { name: hasMessage(key) ? t(key) : name, cpus });
}
