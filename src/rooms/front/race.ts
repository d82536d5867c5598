/**
 * The two lanes of the first screen: a separate run on separate engines, independent of the scenario of the page, its
 * link and its engines.
 */
import { createStore } from 'zustand/vanilla';
import { Conductor } from '../../engine/lanes/conductor';
import type { LaneFeed } from '../../engine/lanes/lane';
import { SPEEDS } from '../../engine/lanes/pace';
import type { LaneEngine } from '../../engine/lanes/questions';
import { startLane } from '../../engine/lanes/start';
import { onFrame } from '../../engine/loop';
import { WORKLOAD_FACTS } from '../../scenario/catalog';
import type { Scenario } from '../../scenario/generated/types';
import { PRESETS, startOf } from '../../scenario/presets';
import { loadOf, tasksOf, withLoad } from '../../scenario/workload';
import { type Leaving, leaving, NONE_SEEN } from './leaving';

/** The run: eight CPUs in two clusters, pairs of tasks that send each other messages. */
const SUBJECT = 'classroom';
export const WORK_UNIT = WORKLOAD_FACTS[PRESETS[SUBJECT].workload.kind].workUnit;
const OWN_LOAD = loadOf(PRESETS[SUBJECT].workload);
/** Numbers of pairs on the slider. */
export const LOADS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Long enough for stable rates, short enough for an early verdict (ms). */
const LENGTH_MS = 60;

export const subject = (load: number): Scenario => ({
  ...PRESETS[SUBJECT],
  limit_ms: LENGTH_MS,
  workload: withLoad(PRESETS[SUBJECT].workload, load),
});
export const tasksAt = (load: number): number => tasksOf(subject(load).workload);

/** Simulated time per second at which single messages are visible (ns). */
const SPEED = SPEEDS.indexOf(10e3);
/** Real time between two counts of the wake-ups that left the cluster (ms). */
const COUNT_MS = 1000;

export interface RaceState {
  readonly feeds: readonly LaneFeed[];
  readonly load: number;
  /** Of each lane, since its run began. */
  readonly left: readonly Leaving[];
  readonly failed: boolean;
}

/** The lanes from `begin` to `end`, which throws their engines away. */
export function createRace(start: () => Promise<LaneEngine> = startLane) {
  const store = createStore<RaceState>(() => ({
    feeds: [],
    load: OWN_LOAD,
    left: [NONE_SEEN, NONE_SEEN],
    failed: false,
  }));
  /** Grows with every run; answers to requests of earlier runs are dropped. */
  let age = 0;
  let wanted = false;
  let counting = false;
  let countedMs = Number.NEGATIVE_INFINITY;
  let fresh = true;

  const conductor = new Conductor(start, {
    loaded(_, feeds) {
      age += 1;
      fresh = true;
      store.setState({ feeds: [...feeds], left: [NONE_SEEN, NONE_SEEN], failed: false });
    },
    refused() {},
    faulted() {
      store.setState({ failed: true });
    },
    ended() {},
    playing() {},
    onProgress() {},
  });
  conductor.setSpeed(SPEED);

  const count = async () => {
    const ageThen = age;
    counting = true;
    const trails = await conductor.trails(fresh ? 0 : null);
    counting = false;
    if (ageThen !== age || trails.length < 2) return;
    fresh = false;
    const { feeds, left } = store.getState();
    store.setState({
      left: left.map((before, i) => {
        const [feed, trail] = [feeds[i], trails[i]];
        return feed && trail ? leaving(feed.machine, trail.words, before) : before;
      }),
    });
  };

  const turn = (nowMs: number): void => {
    conductor.tick(nowMs);
    const [feed] = store.getState().feeds;
    if (!feed?.frame || counting || (!fresh && !conductor.playing) || nowMs - countedMs < COUNT_MS) return;
    // The picture comes first.
    if (countedMs === Number.NEGATIVE_INFINITY && feed.version < 4 && wanted) return;
    countedMs = nowMs;
    void count();
  };
  let stop = (): void => {};

  /** Runs with another number of pairs, from the same moment. */
  function load(pairs: number): void {
    store.setState({ load: pairs });
    const scenario = subject(pairs);
    void conductor.load(scenario, startOf(SUBJECT, scenario));
    if (wanted) conductor.play();
  }

  return {
    store,
    begin() {
      stop = onFrame(turn);
      load(OWN_LOAD);
    },
    load,
    play() {
      wanted = true;
      conductor.play();
    },
    pause() {
      wanted = false;
      conductor.pause();
    },
    /** Brings both lanes to a moment (ns), standing. */
    stand(ns: number): Promise<void> {
      conductor.pause();
      return conductor.seek(ns);
    },
    /** All decisions of both lanes up to now. */
    decisions: () => conductor.trails(0).finally(() => (fresh = true)),
    end() {
      stop();
      conductor.dispose();
    },
  };
}

export type Race = ReturnType<typeof createRace>;
