/**
 * The run: what the engines are doing with the scenario. Holds only what changes a few times in a
 * run; what changes every frame is read from the feeds (`engine/lane.ts`).
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Engine, startEngine } from '../engine/client';
import { Conductor, type Inspected } from '../engine/conductor';
import type { ChartFeed } from '../engine/lane';
import { onFrame } from '../engine/loop';
import { DEFAULT_SPEED, type Pace, SPEEDS } from '../engine/pace';
import { sameDocument } from '../scenario/catalog';
import { rangeOf } from '../scenario/check';
import type { Features, FieldError, Lane, RunReport, Scenario } from '../scenario/generated/types';
import { PRESETS, startOf } from '../scenario/presets';
import { edit, scenarioStore } from './scenario';
import { viewStore } from './view';

export interface RunState {
  readonly feeds: readonly ChartFeed[];
  readonly playing: boolean;
  readonly pace: Pace;
  /** Index into `SPEEDS`. */
  readonly speed: number;
  /** When each lane ended (ns), or null. */
  readonly ended: readonly (number | null)[];
  readonly fault: string | null;
  /** Why the simulator refused the last change; the scenario before it goes on. */
  readonly refusal: readonly FieldError[];
  /** How much of the way to the start moment is done, while there is a way to go. */
  readonly approach: number | null;
}

export const runStore = createStore<RunState>(() => ({
  feeds: [],
  playing: false,
  pace: 'watch',
  speed: DEFAULT_SPEED,
  ended: [],
  fault: null,
  refusal: [],
  approach: null,
}));

export function useRun<T>(select: (state: RunState) => T): T {
  return useStore(runStore, select);
}

/** The scenario as the engines have it. */
let running: Scenario | null = null;
let conductor: Conductor | null = null;

/** The moment the page shows (ns). */
export const clockNs = (): number => conductor?.clockNs ?? 0;

/** The moment (ns) the run goes to when the scenario is loaded: the link's, or the preset's. */
export function startNs(): number {
  const { preset, document } = scenarioStore.getState();
  return viewStore.getState().startNs ?? startOf(preset, document);
}

/** Starts the engines on the scenario in the store and keeps them with it. Returns the end. */
export function startRun(options: { play: boolean; start?: () => Promise<Engine> }): () => void {
  const own = new Conductor(options.start ?? startEngine, {
    loaded(scenario, lanes) {
      running = scenario;
      runStore.setState({ feeds: [...lanes], ended: lanes.map(() => null), fault: null });
    },
    refused(scenario, errors) {
      const { document, preset } = scenarioStore.getState();
      const good = running ?? PRESETS[preset];
      // A refused link stays in the address bar.
      if (document === scenario && good !== scenario) edit(() => good, running ? 'drag' : 'history');
      runStore.setState({ refusal: errors });
    },
    faulted(message) {
      runStore.setState({ fault: message, approach: null });
    },
    ended(lane, ns) {
      runStore.setState(({ ended }) => ({ ended: ended.map((old, i) => (i === lane ? ns : old)) }));
    },
    playing(playing) {
      runStore.setState({ playing });
    },
    approaching(approach) {
      runStore.setState({ approach });
    },
  });
  conductor = own;
  const load = (scenario: Scenario) => own.load(scenario, startNs());
  const stopFollowing = scenarioStore.subscribe(({ document }) => {
    runStore.setState({ refusal: [] });
    if (document === running || (running && sameDocument(document, running))) return;
    void load(document);
  });
  const stopFollowingStart = viewStore.subscribe((view, before) => {
    if (view.startNs !== before.startNs && view.startNs !== null) void load(scenarioStore.getState().document);
  });
  const stopTicking = onFrame((nowMs) => own.tick(nowMs));
  void load(scenarioStore.getState().document);
  if (options.play) own.play();
  return () => {
    stopFollowing();
    stopFollowingStart();
    stopTicking();
    own.dispose();
    if (conductor === own) conductor = null;
    running = null;
  };
}

export function togglePlay(): void {
  const own = conductor;
  if (!own) return;
  // On the way to a start moment: stays where it has come to.
  if (own.willPlay || runStore.getState().approach !== null) own.pause();
  // At its end a run is played again.
  else if (!own.loading && own.lanes.length > 0 && own.lanes.every((lane) => lane.frame?.done))
    void restart().then(() => own.play());
  else own.play();
}

/** The figures of each lane so far. */
export const reports = (): Promise<readonly RunReport[]> => conductor?.reports() ?? Promise.resolve([]);

/** A CPU at this moment and what its lane decided lately; decisions are kept until `lookAway`. */
export const inspect = (lane: number, cpu: number): Promise<Inspected | null> =>
  conductor?.inspect(lane, cpu) ?? Promise.resolve(null);

export const lookAway = (lane: number): void => void conductor?.lookAway(lane);

/** What is wrong with a text as a scenario document; null when the simulator could not be asked. */
export const checkDocument = (text: string): Promise<readonly FieldError[] | null> =>
  conductor?.check(text) ?? Promise.resolve(null);

export async function stepEvent(): Promise<void> {
  conductor?.pause();
  await conductor?.step();
}

export function setPace(pace: Pace): void {
  conductor?.setPace(pace);
  runStore.setState({ pace });
}

export function setSpeed(speed: number): void {
  const index = Math.min(SPEEDS.length - 1, Math.max(0, speed));
  conductor?.setSpeed(index);
  runStore.setState({ speed: index });
}

/** A lane as it is once its flips up to `ns` are folded into its switches. */
function folded(lane: Lane, ns: number): Lane {
  const features = featuresAt(lane, ns);
  const { flips = [], ...rest } = lane;
  const future = flips.filter((flip) => flip.at_ns > ns);
  return future.length > 0 ? { ...rest, features, flips: future } : { ...rest, features };
}

/** Back to time 0, or to another moment, with the switches as they stand now; after a fault, with new workers. */
export async function restart(atNs = 0): Promise<void> {
  const own = conductor;
  if (!own) return;
  const wasPlaying = own.willPlay || runStore.getState().fault !== null;
  const { document } = scenarioStore.getState();
  const next = { ...document, lanes: document.lanes.map((lane) => folded(lane, own.clockNs)) };
  if (sameDocument(next, document)) {
    await own.load(document, atNs);
  } else {
    running = next;
    edit(() => next);
    await own.load(next, atNs);
  }
  if (wasPlaying) own.play();
}

/** A lane's switches as they stand at `ns`. */
export const featuresAt = ({ features, flips = [] }: Lane, ns: number): Features =>
  flips.findLast((flip) => flip.at_ns <= ns)?.features ?? features;

/** The time a lane has reached (ns). */
export const reachedBy = (lane: number): number => conductor?.lanes[lane]?.frame?.ns ?? 0;

/** One change of switches at a time: each builds on the one before. */
let switching: Promise<void> = Promise.resolve();

/** Changes switches of a lane: before the run in the document, during it from now on. */
export function setFeatures(lane: number, change: Partial<Features>): Promise<void> {
  switching = switching.then(() => applyFeatures(lane, change));
  return switching;
}

async function applyFeatures(lane: number, change: Partial<Features>): Promise<void> {
  const before = scenarioStore.getState().document;
  const old = before.lanes[lane];
  if (!old) return;
  const reached = reachedBy(lane);
  const features = { ...featuresAt(old, reached), ...change };
  const put = (next: Lane): Scenario => ({ ...before, lanes: before.lanes.map((one, i) => (i === lane ? next : one)) });
  if (reached === 0 || !conductor || runStore.getState().fault) {
    const { flips: _, ...rest } = old;
    edit(() => put({ ...rest, features }));
    return;
  }
  const earlier = (old.flips ?? []).filter((flip) => flip.at_ns <= reached);
  const { max } = rangeOf('lanes[].flips');
  if (earlier.length >= max) {
    const value = String(earlier.length + 1);
    runStore.setState({ refusal: [{ field: 'lanes[].flips', value, expected: `0..=${max}`, message: '' }] });
    return;
  }
  const at = await conductor.flip(lane, features);
  // The flip may have failed, or another scenario been opened, while the engine was at it.
  if (at === null || scenarioStore.getState().document !== before) return;
  running = put({ ...old, flips: [...earlier, { at_ns: at, features }] });
  edit(() => running ?? before);
}
