/** What the page knows of a machine before a worker answers, whether it has a name or is spelt out. */
import { MACHINES, type MachineFacts } from './generated/machines';
import type { MachineChoice, OwnMachine } from './generated/types';

export interface Facts extends MachineFacts {
  /** One more than the highest number of a CPU: numbers may have holes. */
  readonly ids: number;
}

/** More CPUs than this no machine has, nor a higher number. */
export const MOST_CPUS = 512;

export const isOwn = (machine: MachineChoice): machine is OwnMachine => typeof machine === 'object';

const known = new WeakMap<OwnMachine, Facts>();

export function factsOf(machine: MachineChoice): Facts {
  if (!isOwn(machine)) return { ...MACHINES[machine], ids: MACHINES[machine].cpus };
  const facts = known.get(machine) ?? shownBy(machine);
  known.set(machine, facts);
  return facts;
}

/** In the place of a group, for a number that no CPU has. */
const NO_GROUP = '65535';

/** What the numbers say that the readers made of its texts: how many there are, then the cores and the clusters of the CPUs. */
function shownBy({ name, like, rows = '' }: OwnMachine): Facts {
  const [ids = 0, nodes = 0] = rows.split(',', 2).map(Number);
  const groups = rows.split(',').slice(3);
  const cores = groups.slice(0, ids);
  const cpus = cores.filter((core) => core !== NO_GROUP);
  return {
    name,
    like,
    assumed: true,
    cpus: cpus.length,
    ids,
    nodes,
    clusters: cores.some((core, cpu) => core !== groups[ids + cpu]),
    smt: new Set(cpus).size < cpus.length,
  };
}
