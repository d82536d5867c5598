/** Which parts of a machine the words of a step name. */
import { CpuFlag } from '../../engine/wire/frame';
import type { Lights, Sight } from './types';

/** All CPUs of a machine. */
export const allOf = ({ machine }: Pick<Sight, 'machine'>): readonly number[] =>
  Array.from({ length: machine.cpus }, (_, cpu) => cpu);

/** The CPUs of the units (clusters, if there are any) that contain some CPUs. */
export function withNeighbours({ machine: { units } }: Sight, cpus: readonly number[]): readonly number[] {
  const wanted = new Set(cpus.map((cpu) => units[cpu]));
  return units.flatMap((unit, cpu) => (wanted.has(unit) ? [cpu] : []));
}

/** The CPUs of a node. */
export const nodeOf = ({ machine: { sockets } }: Sight, node: number): readonly number[] =>
  sockets
    .flatMap(({ nodes }) => nodes)
    .filter(({ id }) => id === node)
    .flatMap(({ clusters }) => clusters.flatMap(({ cores }) => cores.flatMap(({ cpus }) => cpus)));

const flagged = (sight: Sight, lane: number, flag: number): readonly number[] =>
  allOf(sight).filter((cpu) => ((sight.frames[lane]?.flags(cpu) ?? 0) & flag) !== 0);

/** CPUs that are idle while a task waits that they could run. */
export const wasted = (sight: Sight, lane: number): readonly number[] => flagged(sight, lane, CpuFlag.wasted);

/** CPUs with a task to spare. */
export const crowded = (sight: Sight, lane: number): readonly number[] => flagged(sight, lane, CpuFlag.overloaded);

export const idle = (sight: Sight, lane: number): readonly number[] => flagged(sight, lane, CpuFlag.idle);

/** The CPUs of the open decision: the deciding one, the previous one, the tried ones, the chosen one. */
export function decided({ decision }: Sight): readonly number[] {
  if (!decision) return [];
  const { head, steps } = decision;
  return [...new Set([head.cpu, head.about, head.chosen, ...steps.map(({ cpu }) => cpu)])];
}

/** The same part of the machine in both lanes. */
export const inBoth = (cpus: readonly number[]): Lights => ({ a: cpus.map(one), b: cpus.map(one) });

const one = (cpu: number): readonly number[] => [cpu];

/** CPUs, each with its light. */
export const each = (cpus: readonly number[]): readonly (readonly number[])[] => cpus.map(one);
