/** The groups of CPUs that the timeline folds. */
import { writeCpuList } from '../../scenario/cpuList';
import type { MachineDescription } from '../../scenario/generated/types';

export interface NodeGroup {
  readonly cpus: readonly number[];
  /** The boxes of CPUs in the machine's drawing: clusters, cores with threads, or the node itself. */
  readonly units: readonly (readonly number[])[];
}

export function nodesOf({ sockets, units }: MachineDescription): readonly NodeGroup[] {
  return sockets
    .flatMap(({ nodes }) => nodes)
    .map(({ clusters }) => {
      const cpus = clusters.flatMap(({ cores }) => cores.flatMap((core) => core.cpus)).sort((a, b) => a - b);
      const members = new Map<number, number[]>();
      for (const cpu of cpus) {
        const unit = units[cpu] ?? 0;
        members.set(unit, [...(members.get(unit) ?? []), cpu]);
      }
      return { cpus, units: [...members.values()] };
    });
}

/** The name of a group: 4–7. */
export const groupName = (cpus: readonly number[]): string => writeCpuList(cpus).replaceAll('-', '–');

/** The same for a label beside the rows: of several ranges without enough room, the first. */
export function labelOf(cpus: readonly number[], room: number): string {
  const name = groupName(cpus);
  return name.length > room ? `${name.split(',')[0]}…` : name;
}
