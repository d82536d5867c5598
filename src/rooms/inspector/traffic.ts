/** Busy CPUs, moves and cache lines of some units, from a frame with flows. */
import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { CAUSES, type Cause, NO_TASK } from '../../scenario/generated/vocab';

export interface Occupancy {
  readonly cpus: number;
  readonly busy: number;
  readonly waiting: number;
  readonly overloaded: number;
}

export function occupancyOf(frame: FrameView, cpus: readonly number[]): Occupancy {
  return {
    cpus: cpus.length,
    busy: cpus.filter((cpu) => frame.running(cpu) !== NO_TASK).length,
    waiting: cpus.reduce((sum, cpu) => sum + frame.waitingOn(cpu), 0),
    overloaded: cpus.filter((cpu) => (frame.flags(cpu) & CpuFlag.overloaded) !== 0).length,
  };
}

export interface Moves {
  readonly cause: Cause;
  readonly within: number;
  readonly in: number;
  readonly out: number;
}

/** Moves so far inside a set of units, into it and out of it, by cause; causes without any are left out. */
export function movesAt(frame: FrameView, mine: ReadonlySet<number>, others?: ReadonlySet<number>): Moves[] {
  return CAUSES.map((cause, c) => {
    const moves = { cause, within: 0, in: 0, out: 0 };
    for (let from = 0; from < frame.units; from += 1) {
      for (let to = 0; to < frame.units; to += 1) {
        const n = frame.flow(from, to, c);
        if (n === 0) continue;
        const far = (unit: number) => !mine.has(unit) && (others?.has(unit) ?? true);
        if (mine.has(from) && mine.has(to)) moves.within += n;
        else if (mine.has(to) && far(from)) moves.in += n;
        else if (mine.has(from) && far(to)) moves.out += n;
      }
    }
    return moves;
  }).filter(({ within, in: into, out }) => within + into + out > 0);
}

/** Cache lines moved inside a node, and between it and the others. */
export function linesOfNode(frame: FrameView, node: number): { readonly inside: number; readonly outside: number } {
  let outside = 0;
  for (let other = 0; other < frame.nodes; other += 1) {
    if (other !== node) outside += frame.linesBetween(node, other) + frame.linesBetween(other, node);
  }
  return { inside: frame.linesBetween(node, node), outside };
}

/** Cache lines moved between two nodes, in both directions. */
export const linesOfLink = (frame: FrameView, a: number, b: number): number =>
  frame.linesBetween(a, b) + frame.linesBetween(b, a);
