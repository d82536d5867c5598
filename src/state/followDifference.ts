/** Searches for differences between the two lanes while they run. */

import { Comparison } from '../engine/lanes/difference';
import { onFrame } from '../engine/loop';
import { apart } from '../scenario/forks';
import { differenceStore } from './difference';
import { furthestNs, runStore, startNs, trails } from './run';
import { scenarioStore } from './scenario';
import { TellingSearch } from './telling';

/** Real time between two searches while the run plays, and while it is paused (ms). */
const PLAYING_MS = 1000;
const STANDING_MS = 50;
/** The search ends this much simulated time after the lanes could first differ (ns). */
const FOLLOWED_NS = 200e6;

/** The fraction of the time to the start moment that counts as warm-up if the scenario has none. */
const WARMUP_SHARE = 0.1;

/** Starts the search. Returns a function that ends it. */
export function followDifference(): () => void {
  let comparison: Comparison | null = null;
  let search: TellingSearch | null = null;
  let fromNs = 0;
  let comparedNs = 0;
  /** The most telling difference is known up to here (ns). */
  let tellingNs = -1;
  let asking = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  /** Increases when a pending answer becomes invalid. */
  let age = 0;

  /** Compares from the beginning. */
  const begin = () => {
    age += 1;
    const { lanes, warmup_ms } = scenarioStore.getState().document;
    const machine = runStore.getState().feeds[0]?.machine;
    const [a, b] = lanes;
    const from = a && b ? apart(a, b) : null;
    comparison = from === null ? null : new Comparison();
    fromNs = from ?? 0;
    search =
      from === null || !machine
        ? null
        : new TellingSearch(machine, Math.max(fromNs, warmup_ms * 1e6 || startNs() * WARMUP_SHARE));
    comparedNs = -1;
    tellingNs = -1;
    differenceStore.setState({ difference: null, telling: null });
  };

  const look = async () => {
    const ageThen = age;
    const [a, b] = await trails(comparedNs < 0 ? fromNs : null);
    asking = false;
    if (ageThen !== age) return;
    if (!a || !b) return;
    const both = [a, b] as const;
    for (const lane of [0, 1] as const) {
      comparison?.accept(lane, both[lane].words, both[lane].ns);
      search?.accept(lane, both[lane].words);
    }
    comparedNs = Math.min(a.ns, b.ns);
    const difference = comparison?.find();
    if (difference) differenceStore.setState({ difference });
    if (difference || comparedNs - fromNs > FOLLOWED_NS) comparison = null;
  };

  const tell = async (of: TellingSearch) => {
    const ageThen = age;
    tellingNs = comparedNs;
    const telling = await of.find(tellingNs);
    asking = false;
    if (ageThen === age) differenceStore.setState({ telling });
  };

  const isWanted = () => search !== null && differenceStore.getState().wanted > 0;

  /** Whether further records are needed. */
  const continues = () => comparison !== null || (isWanted() && comparedNs - fromNs <= FOLLOWED_NS);

  begin();
  const stops = [
    scenarioStore.subscribe(({ document }, before) => document !== before.document && begin()),
    runStore.subscribe(({ feeds }, before) => feeds !== before.feeds && begin()),
    onFrame((nowMs) => {
      const { playing, feeds, fault, seekProgress } = runStore.getState();
      if (asking || fault !== null || seekProgress !== null || feeds.length < 2) return;
      if (search && isWanted() && tellingNs < comparedNs) {
        asking = true;
        void tell(search);
        return;
      }
      if (!continues()) return;
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
