/**
 * The kinds of moves that the drawing distinguishes: the cause, and for wake-ups the distance. Each has a dash pattern
 * and a glyph, so that nobody needs colour to read it.
 */
import { CAUSES, DISTANCES } from '../scenario/generated/vocab';

export const MOVE_KINDS = [
  'wakeCluster',
  'wakeLlc',
  'wakeNode',
  'fork',
  'exec',
  'newidle',
  'periodic',
  'active',
  'steal',
  'node',
] as const;
export type MoveKind = (typeof MOVE_KINDS)[number];

const WAKE = CAUSES.indexOf('wake');
const LLC = DISTANCES.indexOf('llc');

/** The kind (an index of `MOVE_KINDS`) of a move of this cause and distance (indices of the vocabulary). */
export function moveKind(cause: number, distance: number): number {
  if (cause === WAKE) return distance < LLC ? 0 : distance === LLC ? 1 : 2;
  return Math.max(MOVE_KINDS.indexOf(CAUSES[cause] as MoveKind), 0);
}

/** The actor of a move of this kind: a task that is placed, a balancer that pulls, a thief. */
export type Family = 'placed' | 'pulled' | 'stolen';
export function familyOf(kind: MoveKind): Family {
  switch (kind) {
    case 'wakeCluster':
    case 'wakeLlc':
    case 'wakeNode':
    case 'fork':
    case 'exec':
      return 'placed';
    case 'newidle':
    case 'periodic':
    case 'active':
    case 'node':
      return 'pulled';
    case 'steal':
      return 'stolen';
  }
}

/** The cause of a kind, which sets its colour. */
export const causeOf = (kind: MoveKind): (typeof CAUSES)[number] =>
  kind === 'wakeCluster' || kind === 'wakeLlc' || kind === 'wakeNode' ? 'wake' : kind;

export const DASH: Readonly<Record<MoveKind, readonly number[]>> = {
  wakeCluster: [],
  wakeLlc: [9, 3],
  wakeNode: [9, 3, 2, 3],
  fork: [1.5, 3.5],
  exec: [1.5, 3.5],
  newidle: [5, 4],
  periodic: [5, 2, 1.5, 2],
  active: [14, 4],
  steal: [3, 3],
  node: [2, 2],
};

/**
 * Glyphs as strokes on a 10 by 10 grid: `M x y` and `L x y` pairs, for the canvas and SVG. Wake-ups have one chevron
 * for each boundary they cross.
 */
export const GLYPH: Readonly<Record<MoveKind, string>> = {
  wakeCluster: 'M3.5 2L6.5 5L3.5 8',
  wakeLlc: 'M2 2L5 5L2 8M5.5 2L8.5 5L5.5 8',
  wakeNode: 'M1 2L3.5 5L1 8M4 2L6.5 5L4 8M7 2L9.5 5L7 8',
  fork: 'M5 9L5 5L2 1.5M5 5L8 1.5',
  exec: 'M2 2L8 8M8 2L2 8',
  newidle: 'M5 1L5 6M2.5 3.8L5 6.3L7.5 3.8M1.5 6.5L1.5 9L8.5 9L8.5 6.5',
  periodic: 'M5 1.5L5 5L7.5 6.5M1 5L2.2 2.2L5 1L7.8 2.2L9 5L7.8 7.8L5 9L2.2 7.8L1 5',
  active: 'M1.5 5L8 5M5 2L8 5L5 8M9.3 1.5L9.3 8.5',
  steal: 'M8.5 1.5L8.5 5L6.5 7L2 7M4.5 4.5L2 7L4.5 9.5',
  node: 'M1 1L4.2 1L4.2 4.2L1 4.2L1 1M5.8 5.8L9 5.8L9 9L5.8 9L5.8 5.8M4.2 4.2L5.8 5.8',
};
