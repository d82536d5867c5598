/**
 * Parallel lines: every path gets a separate track in the channels that it shares with others, so that none covers
 * another and few cross.
 */
import type { Point } from '../../ui/geometry';
import { type Channel, type CpuPath, cornersOf } from './paths';

/** A path and its line width. */
export interface Wanted {
  /** Identifies the line, so that it keeps its tracks between frames. */
  readonly id: number;
  readonly path: CpuPath;
  readonly width: number;
}

/** Distance between lines, at least and at most (px). */
const LEAST_GAP = 1;
const MOST_GAP = 3.5;

/** Costs to avoid, from the worst. */
const ON_ANOTHER = 100;
const MEETING = 40;
const CROSSING = 1;
/** A line keeps its track unless that costs a crossing. */
const CHANGED = 0.5;
const AWAY = 0.01;

interface Placed {
  readonly upright: boolean;
  readonly width: number;
  readonly path: number;
  at: number;
  /** The two ends along its direction, with the distance to the connected part: less than 0 to the left or above. */
  ends: readonly [End, End];
}
interface End {
  readonly at: number;
  readonly towards: number;
}

/** The tracks in a channel that `lines` lines use, in the order of preference. */
export function tracksOf({ low, high, begin }: Channel, lines: number, width: number): number[] {
  const span = high - low - width - 2 * LEAST_GAP;
  const middle = (low + high) / 2;
  if (span <= 0 || (lines < 2 && begin !== 'middle')) return [middle];
  const [least, most] = [width + LEAST_GAP, width + MOST_GAP];
  if (begin === 'middle') {
    // Always with one in the middle, so that a line stays when another is added.
    const pitch = span / most >= lines ? most : least;
    const aside = Math.floor(span / 2 / pitch);
    const all = Array.from({ length: 2 * aside + 1 }, (_, i) => middle + (i - aside) * pitch);
    return all.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b);
  }
  const pitch = Math.min(Math.max(span / (lines - 1), least), most);
  const room = Math.floor(span / pitch + 1e-6) + 1;
  // If only one fits, there is one at either side: half covered is better than hidden.
  const [count, apart] = room > 1 ? [room, pitch] : [2, span];
  const all = Array.from({ length: count }, (_, i) => middle + (i - (count - 1) / 2) * apart);
  return begin === 'high' ? all.reverse() : all;
}

/** Keeps the tracks of the previous call. */
export class Tracks {
  #last = new Map<string, number>();

  /** The corners of every line, in the order given. */
  lay(wanted: readonly Wanted[]): Point[][] {
    const users = new Map<string, number>();
    for (const { path } of wanted) {
      for (const { channel } of path.stretches) users.set(channel.key, (users.get(channel.key) ?? 0) + 1);
    }
    const ats = wanted.map(({ path }) => path.stretches.map((s) => s.at));
    const placed = new Map<string, Placed[]>();
    const next = new Map<string, number>();
    for (const { i, k } of inOrder(wanted, this.#last)) {
      const { id, path, width } = wanted[i] as Wanted;
      const stretch = path.stretches[k];
      const pathAts = ats[i];
      if (!stretch || !pathAts) continue;
      const { key } = stretch.channel;
      const others = placed.get(key) ?? [];
      const choices = tracksOf(stretch.channel, users.get(key) ?? 1, width);
      const name = nameOf(id, k, key);
      const before = this.#last.get(name);
      const it: Placed = { upright: stretch.upright, width, path: i, at: 0, ends: endsOf(path, pathAts, k) };
      let best = choices[0] ?? stretch.at;
      let least = Number.POSITIVE_INFINITY;
      choices.forEach((at, rank) => {
        it.at = at;
        const price =
          rank * AWAY +
          (before !== undefined && Math.abs(before - at) > 0.01 ? CHANGED : 0) +
          others.reduce((sum, other) => sum + cost(it, other), 0);
        if (price < least) [least, best] = [price, at];
      });
      it.at = best;
      pathAts[k] = best;
      next.set(name, best);
      placed.set(key, [...others, it]);
    }
    this.#last = next;
    return wanted.map(({ path }, i) => cornersOf(path, ats[i]));
  }
}

const nameOf = (id: number, k: number, key: string): string => `${id} ${k} ${key}`;

/**
 * Sorts lines that end at others' segments first, so that those ends are known; older before newer ones, long before
 * short ones.
 */
function inOrder(
  wanted: readonly Wanted[],
  last: ReadonlyMap<string, number>,
): { readonly i: number; readonly k: number }[] {
  const all = wanted.flatMap(({ id, path }, i) => {
    const at = path.stretches.map((s) => s.at);
    return path.stretches.map(({ channel }, k) => {
      const [a, b] = endsOf(path, at, k);
      const isNew = last.has(nameOf(id, k, channel.key)) ? 0 : 1;
      return { i, k, depth: Math.min(k, at.length - 1 - k), isNew, length: Math.abs(a.at - b.at) };
    });
  });
  return all.sort((a, b) => a.depth - b.depth || a.isNew - b.isNew || b.length - a.length || a.i - b.i);
}

function endsOf({ from, to, stretches }: CpuPath, at: readonly number[], k: number): readonly [End, End] {
  const upright = stretches[k]?.upright ?? false;
  const here = at[k] ?? 0;
  const along = (p: Point): number => (upright ? p.y : p.x);
  const beside = (p: Point): number => (upright ? p.x : p.y);
  const end = (neighbour: number, beyond: number, point: Point): End => {
    const cut = at[neighbour];
    if (cut === undefined) return { at: along(point), towards: 0 };
    return { at: cut, towards: Math.sign((at[beyond] ?? beside(point)) - here) };
  };
  return [end(k - 1, k - 2, from), end(k + 1, k + 2, to)];
}

const spanOf = ({ ends: [a, b] }: Placed): readonly [number, number] => [Math.min(a.at, b.at), Math.max(a.at, b.at)];

function cost(a: Placed, b: Placed): number {
  if (a.upright !== b.upright) return 0;
  const apart = (a.width + b.width) / 2 + LEAST_GAP - 0.01;
  const [[aLow, aHigh], [bLow, bHigh]] = [spanOf(a), spanOf(b)];
  let sum = 0;
  const beside = Math.abs(a.at - b.at);
  if (beside < apart && aLow < bHigh + apart && bLow < aHigh + apart) sum += ON_ANOTHER * (2 - beside / apart);
  for (const e of a.ends) {
    if (e.towards === 0) continue;
    // Its end crosses the other line, or meets one of its ends.
    if (e.at > bLow && e.at < bHigh && (b.at - a.at) * e.towards > 0) sum += CROSSING;
    for (const f of b.ends) {
      if (f.towards === 0 || Math.abs(e.at - f.at) >= apart) continue;
      if (e.towards !== f.towards && (b.at - a.at) * e.towards > 0) sum += MEETING;
    }
  }
  for (const f of b.ends) {
    if (f.towards !== 0 && f.at > aLow && f.at < aHigh && (a.at - b.at) * f.towards > 0) sum += CROSSING;
  }
  return sum;
}
