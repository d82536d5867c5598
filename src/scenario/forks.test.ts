import { expect, test } from 'vitest';
import { PLAIN } from './catalog';
import { apart, flipped, kept, leadsTo, treeOf, without } from './forks';
import type { Features, Lane } from './generated/types';

const steal: Features = { ...PLAIN, steal: 'on' };
const cluster: Features = { ...PLAIN, cluster_domain: true };
const root: Lane = { features: PLAIN };
const path = (...flips: [number, Features][]): Lane => ({
  features: PLAIN,
  flips: flips.map(([at_ns, features]) => ({ at_ns, features })),
});

test('a branch leads to those that begin as it goes', () => {
  expect(leadsTo(root, path([5, steal]))).toBe(true);
  expect(leadsTo(path([5, steal]), path([5, steal], [9, PLAIN]))).toBe(true);
  expect(leadsTo(path([5, steal]), path([6, steal]))).toBe(false);
  expect(leadsTo({ features: steal }, root)).toBe(false);
});

test('a flip drops the future, replaces one at the same moment, and is gone where it changes nothing', () => {
  const lane = path([5, steal], [9, cluster]);
  expect(flipped(lane, 7, cluster)).toEqual(path([5, steal], [7, cluster]).flips);
  expect(flipped(lane, 9, PLAIN)).toEqual(path([5, steal], [9, PLAIN]).flips);
  expect(flipped(lane, 9, steal)).toEqual(path([5, steal]).flips);
  expect(flipped(path([5, steal]), 5, PLAIN)).toEqual([]);
});

test('what is left behind is kept unless something else leads there', () => {
  const long = path([5, steal], [9, PLAIN]);
  const other = path([5, steal], [7, cluster]);
  expect(kept([], long, [other, root])).toEqual([long]);
  expect(kept([], path([5, steal]), [other, root])).toEqual([]);
  expect(kept([long], other, [root, root])).toEqual([long, other]);
  // A branch that is shown is not kept beside it.
  expect(kept([long], root, [long, root])).toEqual([]);
});

test('the tree has a row a branch, each below the one it leaves', () => {
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

test('deleting a branch deletes those that leave it', () => {
  const fork = path([5, steal], [9, PLAIN]);
  expect(without([fork, path([6, cluster])], path([5, steal]))).toEqual([path([6, cluster])]);
});

test('two branches go apart at their first different flip', () => {
  expect(apart(root, path([5, steal]))).toBe(5);
  expect(apart(path([5, steal], [9, PLAIN]), path([5, steal], [7, PLAIN]))).toBe(7);
  expect(apart(root, { features: steal })).toBe(0);
  expect(apart(path([5, steal]), path([5, steal]))).toBeNull();
});
