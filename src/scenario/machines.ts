/** What the page knows of a machine before a worker answers, whether it has a name or is spelt out. */
import { readCpuList } from './cpuList';
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

/** Of a machine whose topology cannot be read: one CPU. The simulator says what is wrong with it. */
export function factsOf(machine: MachineChoice): Facts {
  if (!isOwn(machine)) return { ...MACHINES[machine], ids: MACHINES[machine].cpus };
  const facts = known.get(machine) ?? { name: machine.name, like: machine.like, ...shapeOf(machine.topology) };
  known.set(machine, facts);
  return facts;
}

type Shape = Omit<Facts, 'name' | 'like'>;

const shapeOf = (topology: string): Shape => (/^\s*\w+=/.test(topology) ? ofLists(topology) : ofCounts(topology));

/** hwloc's synthetic notation: `pack:2 numa:2 l3:1 l2:6 core:4 pu:1`. */
function ofCounts(topology: string): Shape {
  const count: Record<string, number> = {};
  let all = 1;
  for (const [, kind = '', times = '1'] of topology.toLowerCase().matchAll(/([a-z]\w*?)(?:cache)?(?::(\d+)|\])/g)) {
    all *= Number(times);
    count[kind.startsWith('node') ? 'numa' : kind] = all;
  }
  const { numa = 1, l3 = 0, l2 = 0, core = all } = count;
  const cpus = Math.max(1, Math.min(all, MOST_CPUS));
  return { cpus, ids: cpus, nodes: numa, clusters: l3 > 0 && l2 > l3 && l2 < core, smt: all > core };
}

/** Lists of CPUs: `pu=0-5,8 core=0,3/1,4/2,5 l3=0-5/8`. */
function ofLists(topology: string): Shape {
  const level = (name: string) => new RegExp(`\\b${name}=(\\S*)`).exec(topology)?.[1]?.split('/') ?? [];
  const size = (list: string) => readCpuList(list, MOST_CPUS).cpus.size;
  const { cpus } = readCpuList(level('pu')[0] ?? '', MOST_CPUS);
  const [cores, clusters, llcs] = [level('core'), level('l2'), level('l3')];
  return {
    cpus: Math.max(1, cpus.size),
    ids: Math.max(0, ...cpus) + 1,
    nodes: Math.max(1, level('numa').length),
    clusters: clusters.some((list) => size(list) > 1 && !cores.includes(list) && !llcs.includes(list)),
    smt: cores.some((list) => size(list) > 1),
  };
}
