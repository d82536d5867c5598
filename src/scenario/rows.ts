/**
 * The rows of a custom machine: what its texts describe, as numbers. Written by `Shape::write` of
 * `sim-wasm/core/src/machine/shape.rs`: how many numbers of CPUs and nodes there are, then of each CPU its groups, the
 * nodes and the capacities.
 */
import { NO_GROUP } from './generated/topology';

export interface Rows {
  /** The highest CPU number plus 1; CPU numbers can have holes. */
  readonly ids: number;
  /** The CPU numbers. */
  readonly cpus: readonly number[];
  /** By CPU number: its core, its cluster (without one, its core), cache, node and socket. */
  readonly core: readonly number[];
  readonly cluster: readonly number[];
  readonly llc: readonly number[];
  readonly node: readonly number[];
  readonly socket: readonly number[];
  /** The node numbers of the kernel. */
  readonly nodes: readonly number[];
  /** By CPU number; the fastest CPU has `FULL_CAPACITY`. Empty: unknown. */
  readonly capacities: readonly number[];
}

export function rowsOf(text: string): Rows {
  const [ids = 0, nodes = 0, ...numbers] = text.split(',').map(Number);
  let at = 0;
  const take = (count: number): readonly number[] => {
    at += count;
    return numbers.slice(at - count, at);
  };
  const [core, cluster, llc, node, socket] = [take(ids), take(ids), take(ids), take(ids), take(ids)];
  const names = take(nodes);
  const cpus = [...core.keys()].filter((cpu) => core[cpu] !== NO_GROUP);
  return { ids, cpus, core, cluster, llc, node, socket, nodes: names, capacities: numbers.slice(at) };
}
