/** A machine as nested boxes, from the numbers that the readers derived from its texts. */
import { NO_GROUP } from '../../scenario/generated/topology';
import type { OwnMachine } from '../../scenario/generated/types';
import { rowsOf } from '../../scenario/rows';

export interface CoreBox {
  readonly id: number;
  readonly cpus: readonly number[];
}
export interface ClusterBox {
  readonly id: number;
  /** More than a core. */
  readonly isCluster: boolean;
  readonly cores: readonly CoreBox[];
}
export interface CacheBox {
  readonly id: number;
  readonly clusters: readonly ClusterBox[];
}
export interface NodeBox {
  readonly number: number;
  readonly socket: number;
  readonly cpus: readonly number[];
  readonly caches: readonly CacheBox[];
}
export interface Parts {
  /** The nodes of each socket. */
  readonly boxes: readonly NodeBox[];
  readonly nodes: number;
  readonly cpus: number;
  readonly sockets: number;
  readonly caches: number;
  readonly clusters: number;
  readonly cores: number;
  /** By CPU number, the fastest having `FULL_CAPACITY`; empty if unknown. */
  readonly capacities: readonly number[];
}

export function partsOf({ rows = '' }: OwnMachine): Parts {
  const { cpus: all, core, cluster, llc, node, socket, nodes: names, capacities } = rowsOf(rows);
  const split = <T>(cpus: readonly number[], of: readonly number[], box: (id: number, cpus: number[]) => T): T[] => {
    const ids = [...new Set(cpus.map((cpu) => of[cpu] ?? NO_GROUP))].sort((a, b) => a - b);
    return ids.map((id) =>
      box(
        id,
        cpus.filter((cpu) => of[cpu] === id),
      ),
    );
  };
  const coreBox = (id: number, cpus: number[]): CoreBox => ({ id, cpus });
  const clusterBox = (id: number, cpus: number[]): ClusterBox => {
    const cores = split(cpus, core, coreBox);
    return { id, isCluster: cores.length > 1, cores };
  };
  const cacheBox = (id: number, cpus: number[]): CacheBox => ({ id, clusters: split(cpus, cluster, clusterBox) });
  const distinct = (of: readonly number[]) => new Set(all.map((cpu) => of[cpu])).size;
  // A node may reach into several sockets.
  const boxes = split(all, socket, (of, inSocket) =>
    split(
      inSocket,
      node,
      (id, cpus): NodeBox => ({ number: names[id] ?? id, socket: of, cpus, caches: split(cpus, llc, cacheBox) }),
    ),
  ).flat();
  return {
    boxes,
    cpus: all.length,
    sockets: distinct(socket),
    nodes: distinct(node),
    caches: distinct(llc),
    cores: distinct(core),
    clusters: boxes.flatMap(({ caches }) => caches.flatMap(({ clusters }) => clusters.filter((one) => one.isCluster)))
      .length,
    capacities,
  };
}
