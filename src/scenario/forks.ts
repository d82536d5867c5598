/**
 * The tree of forks. A branch is a path: the first switches of a lane and its flips. Branches that begin alike share
 * their past. When a lane is forked in its past, or shows another branch, the previous branch is kept beside the
 * document in a list of paths. The other fields of a lane (its CPUs, its rules) stay with the lane.
 */
import { sameDocument } from './catalog';
import { decidedBy } from './decides';
import type { Features, Flip, Lane, Scenario } from './generated/types';

export type Path = Pick<Lane, 'features' | 'flips'>;

/** The most branches that are kept besides the ones shown. */
export const MAX_FORKS = 12;

const flipsOf = ({ flips = [] }: Path): readonly Flip[] => flips;

/** Whether `path` continues the branch `beginning`, or equals it. */
export function leadsTo(beginning: Path, path: Path): boolean {
  const flips = flipsOf(path);
  return (
    sameDocument(beginning.features, path.features) &&
    flipsOf(beginning).every((flip, i) => sameDocument(flip, flips[i]))
  );
}

export const sameBranch = (a: Path, b: Path): boolean => leadsTo(a, b) && leadsTo(b, a);

/** The first `flips` flips of a path, as a path. */
export function upTo({ features, flips = [] }: Path, count = flips.length): Path {
  return count > 0 ? { features, flips: flips.slice(0, count) } : { features };
}

/** The lane with another path. */
export const onPath = ({ features: _, flips: __, ...rest }: Lane, path: Path): Lane => ({ ...rest, ...upTo(path) });

/** The switches of a lane at `ns`. */
export const featuresAt = ({ features, flips = [] }: Path, ns: number): Features =>
  flips.findLast((flip) => flip.at_ns <= ns)?.features ?? features;

/** The lane with its flips up to `ns` folded into its switches. */
export const foldedAt = (lane: Lane, ns: number): Lane =>
  onPath(lane, { features: featuresAt(lane, ns), flips: flipsOf(lane).filter((flip) => flip.at_ns > ns) });

/** Whether two scenarios differ only in flips. The common part need not run again. */
export function differsInFlips(a: Scenario, b: Scenario): boolean {
  const unflipped = (scenario: Scenario) => ({
    ...decidedBy(scenario, 'work'),
    lanes: scenario.lanes.map((lane) => onPath(lane, upTo(lane, 0))),
  });
  return sameDocument(unflipped(a), unflipped(b));
}

/**
 * The forks to keep when a lane shows `shown` instead of `left`: the latest ones that no other fork
 * continues.
 */
export function kept(forks: readonly Path[], left: Path, shown: readonly Path[]): readonly Path[] {
  const all = [...forks.filter((fork) => !sameBranch(fork, left)), upTo(left)];
  const others = (own: Path) => [...shown, ...all.filter((one) => one !== own)];
  return all.filter((fork) => !others(fork).some((path) => leadsTo(fork, path))).slice(-MAX_FORKS);
}

/**
 * The flips of a lane whose switches become `features` at `ns`. Later flips are dropped. A flip of the same moment is
 * replaced, and vanishes if it changes nothing.
 */
export function flipped(lane: Path, ns: number, features: Flip['features']): readonly Flip[] {
  const before = flipsOf(lane).filter((flip) => flip.at_ns < ns);
  const old = before.at(-1)?.features ?? lane.features;
  return sameDocument(old, features) ? before : [...before, { at_ns: ns, features }];
}

/**
 * The flips of a lane, with the flip made at `madeNs` moved to `ns`, the moment that the run of the lane `passed` has
 * reached since. If that run has passed other flips, they are unchanged, since the run has to go back.
 */
export function movedTo(ns: number, madeNs: number, lane: Path, passed: Path): readonly Flip[] {
  const flips = flipsOf(lane);
  const before = flips.slice(0, -1);
  const made = flips.at(-1);
  const had = flipsOf(passed).filter((flip) => flip.at_ns <= ns);
  if (made?.at_ns !== madeNs || ns <= madeNs || !sameDocument(before, had)) return flips;
  return [...before, { ...made, at_ns: ns }];
}

/** The time (ns) at which two lanes diverge; null: they are equal. */
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
  /** The row above of the branch that it leaves; null: it starts at 0. */
  readonly parent: number | null;
  /** Its start (ns). */
  readonly fromNs: number;
  /** The lanes that show it. */
  readonly shown: readonly number[];
}

/** The tree as rows, each branch after the branch that it leaves. */
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

/** The forks without a branch and the branches that leave it. */
export const without = (forks: readonly Path[], branch: Path): readonly Path[] =>
  forks.filter((fork) => !leadsTo(branch, fork));
