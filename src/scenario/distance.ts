/** How far two CPUs of a machine are apart: the closest thing they share. */
import type { MachineDescription } from './generated/types';
import type { Distance } from './generated/vocab';

export function distanceOf({ sockets, cluster_level }: MachineDescription, a: number, b: number): Distance {
  if (a === b) return 'cpu';
  const holds = (cpus: readonly number[]) => cpus.includes(a) && cpus.includes(b);
  for (const { nodes } of sockets) {
    for (const { clusters } of nodes) {
      for (const { cores } of clusters) if (cores.some(({ cpus }) => holds(cpus))) return 'smt';
      const inOne = (one: (typeof clusters)[number]) => holds(one.cores.flatMap(({ cpus }) => cpus));
      if (cluster_level && clusters.some(inOne)) return 'cluster';
      if (holds(clusters.flatMap(({ cores }) => cores.flatMap(({ cpus }) => cpus)))) return 'llc';
    }
    const all = nodes.flatMap(({ clusters }) => clusters.flatMap(({ cores }) => cores.flatMap(({ cpus }) => cpus)));
    if (holds(all)) return 'node';
  }
  return 'socket';
}
