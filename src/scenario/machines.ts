/** Facts of named and custom machines that the page needs before a worker answers. */
import { MACHINES, type MachineFacts } from './generated/machines';
import type { MachineChoice, OwnMachine } from './generated/types';
import { rowsOf } from './rows';

export interface Facts extends MachineFacts {
  /** The highest CPU number plus 1; CPU numbers can have holes. */
  readonly ids: number;
}

export const isOwn = (machine: MachineChoice): machine is OwnMachine => typeof machine === 'object';

/** The numbers of the CPUs that a machine has. */
export const cpuNumbersOf = (machine: MachineChoice): readonly number[] =>
  isOwn(machine) ? rowsOf(machine.rows ?? '').cpus : [...Array(MACHINES[machine].cpus).keys()];

const known = new WeakMap<OwnMachine, Facts>();

export function factsOf(machine: MachineChoice): Facts {
  if (!isOwn(machine)) return { ...MACHINES[machine], ids: MACHINES[machine].cpus };
  const facts = known.get(machine) ?? shownBy(machine);
  known.set(machine, facts);
  return facts;
}

function shownBy({ name, like, rows = '' }: OwnMachine): Facts {
  const { ids, cpus, core, cluster, nodes, capacities } = rowsOf(rows);
  return {
    name,
    like,
    assumed: true,
    cpus: cpus.length,
    ids,
    nodes: nodes.length,
    clusters: core.some((of, cpu) => of !== cluster[cpu]),
    ...(cpus.some((cpu) => capacities[cpu] !== capacities[cpus[0] ?? 0]) && { hybrid: true }),
    smt: new Set(cpus.map((cpu) => core[cpu])).size < cpus.length,
  };
}
