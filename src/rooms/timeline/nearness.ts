/** How near two CPUs are. */
import type { MachineDescription } from '../../scenario/generated/types';
import type { Distance } from '../../scenario/generated/vocab';

/** The closest thing that two CPUs share. */
export function nearness({ sockets }: MachineDescription, a: number, b: number): Distance {
  if (a === b) return 'cpu';
  const both = (cpus: readonly number[]) => cpus.includes(a) && cpus.includes(b);
  for (const { nodes } of sockets) {
    const all = nodes.map(({ clusters, shared_llc }) => ({
      shared: shared_llc,
      cores: clusters.flatMap(({ cores }) => cores.map(({ cpus }) => cpus)),
      clusters: clusters.map(({ cores, l3_tag }) => (l3_tag ? cores.flatMap(({ cpus }) => cpus) : [])),
    }));
    if (!both(all.flatMap(({ cores }) => cores.flat()))) continue;
    const node = all.find(({ cores }) => both(cores.flat()));
    if (node?.cores.some(both)) return 'smt';
    if (node?.clusters.some(both)) return 'cluster';
    return node?.shared ? 'llc' : 'node';
  }
  return 'socket';
}
