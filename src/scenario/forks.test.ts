import { expect, test } from 'vitest';
import { PLAIN } from './catalog';
import {
  apart,
  differsInFlips,
  featuresAt,
  flipped,
  foldedAt,
  kept,
  leadsTo,
  MAX_FORKS,
  movedTo,
  treeOf,
  without,
} from './forks';
import type { Features, Lane } from './generated/types';
import { PRESETS } from './presets';

const steal: Features = { ...PLAIN, steal: 'on' };
const cluster: Features = { ...PLAIN, cluster_domain: true };
const root: Lane = { features: PLAIN };
const path = (...flips: [number, Features][]): Lane => ({
  features: PLAIN,
  flips: flips.map(([at_ns, features]) => ({ at_ns, features })),
});

test('a branch leads to the branches that continue it', () => {
  expect(leadsTo(root, path([5, steal]))).toBe(true);
  expect(leadsTo(path([5, steal]), path([5, steal], [9, PLAIN]))).toBe(true);
  expect(leadsTo(path([5, steal]), path([6, steal]))).toBe(false);
  expect(leadsTo({ features: steal }, root)).toBe(false);
});

test('a flip drops later flips, replaces a flip of the same moment, and vanishes if it changes nothing', () => {
  const lane = path([5, steal], [9, cluster]);
  expect(flipped(lane, 7, cluster)).toEqual(path([5, steal], [7, cluster]).flips);
  expect(flipped(lane, 9, PLAIN)).toEqual(path([5, steal], [9, PLAIN]).flips);
  expect(flipped(lane, 9, steal)).toEqual(path([5, steal]).flips);
  expect(flipped(path([5, steal]), 5, PLAIN)).toEqual([]);
});

test('a flip moves to the moment that its lane has reached, unless the lane has passed other flips', () => {
  const made = path([3, cluster], [5, steal]);
  const moved = path([3, cluster], [7, steal]).flips;
  expect(movedTo(7, 5, made, path([3, cluster]))).toEqual(moved);
  expect(movedTo(7, 5, made, path([3, cluster], [8, steal])), 'a future that is cut off').toEqual(moved);
  expect(movedTo(5, 5, made, path([3, cluster]))).toEqual(made.flips);
  expect(movedTo(7, 4, made, path([3, cluster])), 'made elsewhere').toEqual(made.flips);
  for (const passed of [root, path([3, steal]), path([3, cluster], [5, PLAIN]), path([3, cluster], [6, PLAIN])])
    expect(movedTo(7, 5, made, passed)).toEqual(made.flips);
  expect(movedTo(7, 5, root, root)).toEqual([]);
});

test('a branch that is no longer shown is kept unless another branch continues it', () => {
  const long = path([5, steal], [9, PLAIN]);
  const other = path([5, steal], [7, cluster]);
  expect(kept([], long, [other, root])).toEqual([long]);
  expect(kept([], path([5, steal]), [other, root])).toEqual([]);
  expect(kept([long], other, [root, root])).toEqual([long, other]);
  // A branch that is shown is not kept as well.
  expect(kept([long], root, [long, root])).toEqual([]);
});

test('the tree has one row per branch, below the branch that it leaves', () => {
  const a = path([5, steal]);
  const b: Lane = { features: cluster };
  const fork = path([5, steal], [9, PLAIN]);
  expect(treeOf([a, b], [fork]).map(({ parent, fromNs, shown }) => [parent, fromNs, shown])).toEqual([
    [null, 0, []],
    [0, 5, [0]],
    [1, 9, []],
    [null, 0, [1]],
  ]);
  expect(treeOf([root, root], [])).toMatchObject([{ parent: null, shown: [0, 1] }]);
});

test('deleting a branch deletes the branches that leave it', () => {
  const fork = path([5, steal], [9, PLAIN]);
  expect(without([fork, path([6, cluster])], path([5, steal]))).toEqual([path([6, cluster])]);
});

test('two branches diverge at their first different flip', () => {
  expect(apart(root, path([5, steal]))).toBe(5);
  expect(apart(path([5, steal], [9, PLAIN]), path([5, steal], [7, PLAIN]))).toBe(7);
  expect(apart(root, { features: steal })).toBe(0);
  expect(apart(path([5, steal]), path([5, steal]))).toBeNull();
});

test('from a flip on, a lane has the switches of the flip', () => {
  const lane = path([5, steal], [9, cluster]);
  expect([4, 5, 8, 9].map((ns) => featuresAt(lane, ns))).toEqual([PLAIN, steal, steal, cluster]);
  expect(featuresAt(root, 7)).toBe(PLAIN);
});

test('past flips are folded into the switches, and the rest of the lane stays', () => {
  const lane: Lane = { ...path([5, steal], [9, cluster]), cpus: '0-3' };
  expect(foldedAt(lane, 5)).toEqual({ features: steal, flips: [{ at_ns: 9, features: cluster }], cpus: '0-3' });
  expect(foldedAt(lane, 9)).toEqual({ features: cluster, cpus: '0-3' });
  expect(foldedAt(lane, 4)).toEqual(lane);
});

test('documents that differ only in flips share their run', () => {
  const [a, b] = PRESETS.cluster.lanes;
  const flippedB = { ...PRESETS.cluster, lanes: [a!, { ...b!, flips: [{ at_ns: 5, features: PLAIN }] }] };
  expect(differsInFlips(PRESETS.cluster, flippedB)).toBe(true);
  expect(differsInFlips(PRESETS.cluster, { ...flippedB, seed: 8 })).toBe(false);
  expect(differsInFlips(PRESETS.cluster, { ...PRESETS.cluster, lanes: [a!, a!] })).toBe(false);
});

test('of many forks the latest are kept', () => {
  const forks = Array.from({ length: MAX_FORKS }, (_, i) => path([i + 1, steal]));
  const next = kept(forks, path([100, steal]), [root]);
  expect(next).toEqual([...forks.slice(1), path([100, steal])]);
  // A fork is kept once, and a fork that another fork continues is dropped.
  expect(kept([path([5, steal])], path([5, steal]), [root])).toEqual([path([5, steal])]);
  expect(kept([path([5, steal])], path([5, steal], [9, PLAIN]), [root])).toEqual([path([5, steal], [9, PLAIN])]);
});

test('branches diverge at the end of one of them; lanes with any other difference diverge at 0', () => {
  expect(apart(path([5, steal]), path([5, steal], [9, PLAIN]))).toBe(9);
  expect(apart({ ...root, cpus: '0' }, root)).toBe(0);
  expect(apart(root, root)).toBeNull();
});
