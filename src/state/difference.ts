/** Follows where the two lanes first differ, as far as the run has been shown. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Comparison, type Difference } from '../engine/lanes/difference';
import { onFrame } from '../engine/loop';
import { apart } from '../scenario/forks';
import { furthestNs, runStore, trails } from './run';
import { scenarioStore } from './scenario';

/** Real time between two looks while the run plays, and while it stands (ms). */
const PLAYING_MS = 1000;
const STANDING_MS = 50;
/** Lanes that have not differed after this much simulated time since they could are not followed on (ns). */
const FOLLOWED_NS = 200e6;

export const differenceStore = createStore<{ readonly difference: Difference | null }>(() => ({ difference: null }));

export const useDifference = (): Difference | null => useStore(differenceStore, ({ difference }) => difference);

/** Starts to follow. Returns the end. */
export function followDifference(): () => void {
  let comparison: Comparison | null = null;
  let fromNs = 0;
  let comparedNs = 0;
  let asking = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  /** Grows when what is being asked for no longer counts. */
  let age = 0;

  const begin = () => {
    age += 1;
    const [a, b] = scenarioStore.getState().document.lanes;
    const from = a && b ? apart(a, b) : null;
    comparison = from === null ? null : new Comparison();
    fromNs = from ?? 0;
    comparedNs = -1;
    differenceStore.setState({ difference: null });
  };

  const look = async () => {
    const asked = age;
    const replies = await trails(comparedNs < 0 ? fromNs : null);
    asking = false;
    const [a, b] = replies;
    if (!a || !b || !comparison || asked !== age) return;
    comparison.accept(0, a.words, a.ns);
    comparison.accept(1, b.words, b.ns);
    comparedNs = Math.min(a.ns, b.ns);
    const difference = comparison.find();
    if (difference) differenceStore.setState({ difference });
    if (difference || comparedNs - fromNs > FOLLOWED_NS) comparison = null;
  };

  begin();
  const stops = [
    scenarioStore.subscribe(({ document }, before) => document !== before.document && begin()),
    runStore.subscribe(({ feeds }, before) => feeds !== before.feeds && begin()),
    onFrame((nowMs) => {
      const { playing, feeds, fault, approach } = runStore.getState();
      if (!comparison || asking || fault !== null || approach !== null || feeds.length < 2) return;
      if (comparedNs >= furthestNs() || nowMs - lastMs < (playing && comparedNs >= 0 ? PLAYING_MS : STANDING_MS))
        return;
      lastMs = nowMs;
      asking = true;
      void look();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
