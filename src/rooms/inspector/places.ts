/** The CPUs of a machine's units and nodes. */
import type { MachineDescription } from '../../scenario/generated/types';
import { type LaneKey, look } from '../../state/view';

/** The CPUs of a unit, and of a node. */
export const cpusOfUnit = ({ units }: MachineDescription, unit: number): number[] =>
  units.flatMap((one, cpu) => (one === unit ? [cpu] : []));
export const cpusOfNode = ({ sockets }: MachineDescription, node: number): number[] =>
  sockets
    .flatMap(({ nodes }) => nodes)
    .filter(({ id }) => id === node)
    .flatMap(({ clusters }) => clusters.flatMap(({ cores }) => cores.flatMap(({ cpus }) => cpus)));
export const unitsOfNode = (machine: MachineDescription, node: number): ReadonlySet<number> =>
  new Set(cpusOfNode(machine, node).map((cpu) => machine.units[cpu] ?? 0));

export const inspectCpu = (lane: LaneKey, cpu: number): void =>
  look({ selection: { lane, cpu }, thing: null, inspecting: true });
