/**
 * The tree of forks. A branch is a path of switches: the first ones of a lane and the flips on the way to it,
 * so branches that begin alike share their past. What a lane leaves behind when it is forked in its past, or
 * shows another branch, is kept beside the document as a list of such paths. What else a lane has (its CPUs,
 * its rules) stays with the lane, whichever branch it shows.
 */
import { sameDocument } from './catalog';
import type { Features, Flip, Lane, Scenario } from './generated/types';

export type Path = Pick<Lane, 'features' | 'flips'>;

/** Most branches that are kept beside those shown. */
export const MAX_FORKS = 12;

const flipsOf = ({ flips = [] }: Path): readonly Flip[] => flips;

/** Whether `path` begins as `beginning` goes: the branch `beginning` is on the way to `path`, or is it. */
export function leadsTo(beginning: Path, path: Path): boolean {
  const flips = flipsOf(path);
  return (
    sameDocument(beginning.features, path.features) &&
    flipsOf(beginning).every((flip, i) => sameDocument(flip, flips[i]))
  );
}

export const sameBranch = (a: Path, b: Path): boolean => leadsTo(a, b) && leadsTo(b, a);

/** The branch after the first `flips` flips of a path. */
export function upTo({ features, flips = [] }: Path, count = flips.length): Path {
  return count > 0 ? { features, flips: flips.slice(0, count) } : { features };
}

/** A lane on another path. */
export const onPath = ({ features: _, flips: __, ...rest }: Lane, path: Path): Lane => ({ ...rest, ...upTo(path) });

/** A lane's switches as they stand at `ns`. */
export const featuresAt = ({ features, flips = [] }: Path, ns: number): Features =>
  flips.findLast((flip) => flip.at_ns <= ns)?.features ?? features;

/** A lane as it is once its flips up to `ns` are folded into its switches. */
export const foldedAt = (lane: Lane, ns: number): Lane =>
  onPath(lane, { features: featuresAt(lane, ns), flips: flipsOf(lane).filter((flip) => flip.at_ns > ns) });

/** Whether two scenarios differ in nothing but flips: what they share need not be run again. */
export function differsInFlips(a: Scenario, b: Scenario): boolean {
  const unflipped = (scenario: Scenario) => ({
    ...scenario,
    lanes: scenario.lanes.map((lane) => onPath(lane, upTo(lane, 0))),
  });
  return sameDocument(unflipped(a), unflipped(b));
}

/**
 * The forks to keep when `left` is no longer shown and `shown` is: those that are not on the way to
 * another one, the latest of them.
 */
export function kept(forks: readonly Path[], left: Path, shown: readonly Path[]): readonly Path[] {
  const all = [...forks.filter((fork) => !sameBranch(fork, left)), upTo(left)];
  const others = (own: Path) => [...shown, ...all.filter((one) => one !== own)];
  return all.filter((fork) => !others(fork).some((path) => leadsTo(fork, path))).slice(-MAX_FORKS);
}

/**
 * The flips of a lane whose switches become `features` at `ns`. Later flips are of another future; one at
 * the same moment is replaced, and is gone when it changes nothing any more.
 */
export function flipped(lane: Path, ns: number, features: Flip['features']): readonly Flip[] {
  const before = flipsOf(lane).filter((flip) => flip.at_ns < ns);
  const old = before.at(-1)?.features ?? lane.features;
  return sameDocument(old, features) ? before : [...before, { at_ns: ns, features }];
}

/**
 * The flips of a lane with one that was made at `madeNs` moved to `ns`, where the run of the lane `passed` has come to
 * since. They stay as they are where that run has had other flips by then: it has to go back.
 */
export function movedTo(ns: number, madeNs: number, lane: Path, passed: Path): readonly Flip[] {
  const flips = flipsOf(lane);
  const before = flips.slice(0, -1);
  const made = flips.at(-1);
  const had = flipsOf(passed).filter((flip) => flip.at_ns <= ns);
  if (made?.at_ns !== madeNs || ns <= madeNs || !sameDocument(before, had)) return flips;
  return [...before, { ...made, at_ns: ns }];
}

/** The time (ns) from which two lanes go apart; null: they are the same. */
export function apart(a: Lane, b: Lane): number | null {
  if (!sameDocument(onPath(a, upTo(a, 0)), onPath(b, upTo(b, 0)))) return 0;
  const [flipsA, flipsB] = [flipsOf(a), flipsOf(b)];
  const first = Array.from({ length: Math.max(flipsA.length, flipsB.length) }).findIndex(
    (_, i) => !sameDocument(flipsA[i], flipsB[i]),
  );
  if (first < 0) return null;
  return Math.min(...[flipsA[first], flipsB[first]].map((flip) => flip?.at_ns ?? Number.POSITIVE_INFINITY));
}

/** A branch of the tree. */
export interface Branch {
  readonly path: Path;
  /** The row of the branch it leaves, above this one; null: it begins at 0. */
  readonly parent: number | null;
  /** When it begins (ns). */
  readonly fromNs: number;
  /** Lanes that show it. */
  readonly shown: readonly number[];
}

/** The tree as rows, each branch after the one it leaves. */
export function treeOf(lanes: readonly Path[], forks: readonly Path[]): readonly Branch[] {
  const rows: Branch[] = [];
  const paths = [...lanes, ...forks];
  const add = (path: Path, parent: number | null) => {
    const depth = flipsOf(path).length;
    const row = rows.push({
      path,
      parent,
      fromNs: flipsOf(path).at(-1)?.at_ns ?? 0,
      shown: lanes.flatMap((lane, i) => (sameBranch(lane, path) ? [i] : [])),
    });
    const below = paths.filter((one) => flipsOf(one).length > depth && leadsTo(path, one));
    for (const [i, one] of below.entries()) {
      const next = upTo(one, depth + 1);
      if (below.findIndex((other) => leadsTo(next, other)) === i) add(next, row - 1);
    }
  };
  for (const [i, path] of paths.entries()) {
    const root = upTo(path, 0);
    if (paths.findIndex((other) => leadsTo(root, other)) === i) add(root, null);
  }
  return rows;
}

/** The forks without a branch and those that leave it. */
export const without = (forks: readonly Path[], branch: Path): readonly Path[] =>
  forks.filter((fork) => !leadsTo(branch, fork));
