/** The signs that the drawings of the lanes have shown so far: the content of the legend. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { LaneFeed } from '../../engine/lanes/lane';

/** `near`, `far`: lines of pairs; `inside`, `outside`: sums by link; `mixed`: a shape that is no square; `overloaded`: others wait. */
export type Sign = 'near' | 'far' | 'inside' | 'outside' | 'wasted' | 'throttled' | 'stolen' | 'overloaded' | 'mixed';

const signs = new WeakMap<LaneFeed, Set<Sign>>();
const changes = createStore(() => ({ count: 0 }));

/** Records that a sign is in the drawing of a lane. */
export function see(feed: LaneFeed, sign: Sign): void {
  const known = signs.get(feed) ?? new Set();
  if (known.has(sign)) return;
  signs.set(feed, known.add(sign));
  changes.setState(({ count }) => ({ count: count + 1 }));
}

/** The signs of these lanes since they were loaded. */
export function useSignsSeen(feeds: readonly LaneFeed[]): ReadonlySet<Sign> {
  const count = useStore(changes, (state) => state.count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sets change with the count.
  return useMemo(() => new Set(feeds.flatMap((feed) => [...(signs.get(feed) ?? [])])), [feeds, count]);
}
