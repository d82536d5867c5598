/**
 * The run: the state of the engines, and what moves them. The store holds what changes a few times in a run;
 * what changes every frame is in the feeds (`engine/lanes/lane.ts`).
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Conductor } from '../engine/lanes/conductor';
import type { ChartFeed } from '../engine/lanes/lane';
import { DEFAULT_SPEED, type Pace, SPEEDS } from '../engine/lanes/pace';
import type { LaneEngine, ReadOnlyQueries, Sought, TrailAnswer } from '../engine/lanes/questions';
import { startLane } from '../engine/lanes/start';
import { onFrame } from '../engine/loop';
import { sameDocument } from '../scenario/catalog';
import { foldedAt, kept } from '../scenario/forks';
import type { FieldError, RunReport, Scenario } from '../scenario/generated/types';
import { PRESETS, type PresetId, speedOf, startOf } from '../scenario/presets';
import { Reconciler } from './reconciler';
import { openScenario, type ScenarioState, scenarioStore, showBranches } from './scenario';
import { clearMissingSelection } from './selection';
import { look, viewStore } from './view';

export interface RunState {
  readonly feeds: readonly ChartFeed[];
  readonly playing: boolean;
  readonly pace: Pace;
  /** Index into `SPEEDS`. */
  readonly speed: number;
  /** When each lane ended (ns), or null. */
  readonly ended: readonly (number | null)[];
  readonly fault: string | null;
  /** Why the simulator refused the last document; the accepted one keeps running. */
  readonly refusal: readonly FieldError[];
  /** The document that was refused. */
  readonly refused: Scenario | null;
  /** What was refused because the file of its replay is missing. */
  readonly awaits: ScenarioState | null;
  /** The last step by decision, if it found none. */
  readonly nothingFound: SearchMiss | null;
  /** The target of a long load or seek (ns), and its progress. */
  readonly seekProgress: { readonly ns: number; readonly fraction: number } | null;
}

/** A search for a decision that found none. */
export interface SearchMiss {
  readonly direction: 'next' | 'last';
  readonly task: number | null;
}

export const runStore = createStore<RunState>(() => ({
  feeds: [],
  playing: false,
  pace: 'watch',
  speed: DEFAULT_SPEED,
  ended: [],
  fault: null,
  refusal: [],
  refused: null,
  awaits: null,
  seekProgress: null,
  nothingFound: null,
}));

/** Whether every lane has ended. */
export const hasEnded = ({ ended }: RunState): boolean => ended.length > 0 && ended.every((ns) => ns !== null);

export function useRun<T>(select: (state: RunState) => T): T {
  return useStore(runStore, select);
}

/** The speed that suits an experiment; null: any. */
function speedFor(preset: PresetId, document: Scenario): number | null {
  const ns = speedOf(preset, document);
  return ns === null ? null : SPEEDS.indexOf(ns);
}

/** The one mutable state of this module. */
const session: {
  /** Null before `startRun` and after its end. */
  conductor: Conductor | null;
  reconciler: Reconciler | null;
  /** Play or pause was pressed before `startRun`. */
  playQueued: boolean;
  /** How many callers of `rest` pause the lanes, and whether the lanes play after the last of them. */
  rests: number;
  playsAfterRest: boolean;
  /** The run played when a fault ended it. */
  playedAtFault: boolean;
} = { conductor: null, reconciler: null, playQueued: false, rests: 0, playsAfterRest: false, playedAtFault: false };

/** The moment the page shows (ns). */
export const clockNs = (): number => session.conductor?.clockNs ?? 0;

/** The target of the load or seek under way (ns); without one the present moment. */
export const headedNs = (): number => session.conductor?.headedNs ?? 0;

/** The moment of a flip in a lane (ns): its target, or its present moment. */
export function changeNs(lane: number): number {
  const { conductor } = session;
  if (!conductor?.headed) return reachedBy(lane);
  return Math.min(Math.floor(conductor.headedNs), scenarioStore.getState().document.limit_ms * 1e6);
}

/** The start moment of the scenario (ns): from the link, the act or the preset. */
export function startNs(): number {
  const { preset, document } = scenarioStore.getState();
  const { startNs, openStep } = viewStore.getState();
  return startNs ?? openStep?.atNs ?? startOf(preset, document);
}

/** Starts the engines, which follow the document from then on. Returns a function that ends them. */
export function startRun(options: { play: boolean; start?: () => Promise<LaneEngine> }): () => void {
  const conductor = new Conductor(options.start ?? startLane, {
    loaded(scenario, lanes) {
      // If another document is wanted already, the selection may belong to that one.
      if (reconciler.accepted(scenario)) clearMissingSelection(lanes);
      runStore.setState({ feeds: [...lanes], ended: lanes.map(() => null), fault: null, nothingFound: null });
    },
    refused(scenario, errors) {
      const refused = scenarioStore.getState();
      const awaits = errors.some(({ fault }) => fault.kind === 'no_replay') ? refused : null;
      if (reconciler.refused(scenario)) runStore.setState({ refusal: errors, refused: scenario, awaits });
    },
    faulted(message, wasPlaying) {
      // A first load is followed by play.
      session.playedAtFault = wasPlaying || runStore.getState().feeds.length === 0;
      runStore.setState({ fault: message, seekProgress: null });
    },
    ended(lane, ns) {
      runStore.setState(({ ended }) => ({ ended: ended.map((old, i) => (i === lane ? ns : old)) }));
    },
    playing(playing) {
      runStore.setState({ playing });
    },
    onProgress(fraction, ns) {
      runStore.setState({ seekProgress: fraction === null ? null : { fraction, ns } });
    },
  });
  const reconciler = new Reconciler(conductor, startNs);
  Object.assign(session, { conductor, reconciler });
  conductor.setPace(runStore.getState().pace);
  const opened = scenarioStore.getState();
  setSpeed(speedFor(opened.preset, opened.document) ?? runStore.getState().speed);
  const stopFollowing = scenarioStore.subscribe(({ document, preset }, last) => {
    // A preset with a speed for its kind of workload replaces the default speed.
    if (preset !== last.preset || document.workload.kind !== last.document.workload.kind) {
      const before = speedFor(last.preset, last.document);
      setSpeed(speedFor(preset, document) ?? (before === null ? runStore.getState().speed : DEFAULT_SPEED));
    }
    runStore.setState({ refusal: [], awaits: null });
    reconciler.reconcile();
  });
  const stopFollowingStart = viewStore.subscribe((view, before) => {
    if (view.startNs !== before.startNs && view.startNs !== null) void reconciler.load(startNs());
  });
  const stopTicking = onFrame((nowMs) => conductor.tick(nowMs));
  reconciler.reconcile();
  session.playsAfterRest = options.play !== session.playQueued;
  playAfterRest();
  session.playQueued = false;
  return () => {
    stopFollowing();
    stopFollowingStart();
    stopTicking();
    conductor.dispose();
    if (session.conductor === conductor) Object.assign(session, { conductor: null, reconciler: null });
  };
}

export function togglePlay(): void {
  const { conductor } = session;
  if (!conductor) {
    session.playQueued = !session.playQueued;
    return;
  }
  // Cancels a long load or seek.
  if (conductor.willPlay || runStore.getState().seekProgress !== null) pause();
  else playOn();
}

/** Plays; a run that has ended starts again. */
export function playOn(): void {
  const { conductor } = session;
  if (!conductor) return;
  const { loading, lanes } = conductor;
  if (!loading && lanes.length > 0 && lanes.every((lane) => lane.frame?.done)) void restart();
  play();
}

/** Plays; during a load, after it. */
export function play(): void {
  session.playsAfterRest = false;
  session.conductor?.play();
}

export function pause(): void {
  session.playsAfterRest = false;
  session.conductor?.pause();
}

const playAfterRest = (): void => {
  if (session.playsAfterRest && session.rests === 0) play();
};

/** Pauses the lanes. The returned function resumes them, unless a person has played, paused or sought meanwhile. */
export function rest(): () => void {
  const { conductor } = session;
  if (conductor?.willPlay) {
    conductor.pause(false);
    session.playsAfterRest = true;
  }
  session.rests += 1;
  return () => {
    session.rests -= 1;
    playAfterRest();
  };
}

/** The reports of the lanes up to now. */
export const reports = (): Promise<readonly RunReport[]> => session.conductor?.askAll('report') ?? Promise.resolve([]);

/** A query to the engine of a lane about this moment or the past; null: there is no such lane. */
export const ask = <N extends keyof ReadOnlyQueries>(
  lane: number,
  name: N,
  ...args: Parameters<ReadOnlyQueries[N]>
): Promise<ReturnType<ReadOnlyQueries[N]> | null> =>
  session.conductor?.ask(lane, name, ...args) ?? Promise.resolve(null);

/** Pauses before a decision of a lane; resolves to its record. */
export async function standBefore(lane: number, sought: Sought): Promise<Uint32Array | null> {
  session.conductor?.pause();
  return (await session.conductor?.standBefore(lane, sought)) ?? null;
}

/** The errors of a text as a scenario document; null: there is no engine. */
export const checkDocument = (text: string): Promise<readonly FieldError[] | null> =>
  session.conductor?.check(text) ?? Promise.resolve(null);

/** The furthest moment of this run that was shown (ns). */
export const furthestNs = (): number => session.conductor?.furthestNs ?? 0;

/** Opens a preset unchanged, at its start moment. */
export function choosePreset(preset: PresetId): void {
  look({ startNs: null });
  openScenario(preset, PRESETS[preset]);
  void seekStart();
}

/** Goes to the start moment of the scenario. */
export async function seekStart(): Promise<void> {
  const { conductor, reconciler } = session;
  const ns = startNs();
  await (conductor?.loading && conductor.headedNs === ns ? reconciler?.lastLoad : conductor?.seek(ns));
}

/** Goes to another moment of the run (ns). */
export function seek(ns: number): Promise<void> {
  session.playsAfterRest = false;
  runStore.setState({ nothingFound: null });
  return session.conductor?.seek(ns) ?? Promise.resolve();
}

/** Undoes the last event of both lanes. */
export async function stepBack(): Promise<void> {
  session.conductor?.pause();
  await session.conductor?.stepBack();
}

/** Goes to the next or the last decision of either lane, about `task` or any. */
export async function stepDecision(direction: 'next' | 'last', task: number | null): Promise<void> {
  session.conductor?.pause();
  const found = await session.conductor?.stepDecision(direction, task);
  runStore.setState({ nothingFound: found === false ? { direction, task } : null });
}

/** The decisions of both lanes in order, up to the furthest moment shown. */
export const trails = (fromNs: number | null): Promise<readonly TrailAnswer[]> =>
  session.conductor?.trails(fromNs) ?? Promise.resolve([]);

export async function stepEvent(): Promise<void> {
  session.conductor?.pause();
  await session.conductor?.step();
}

export function setPace(pace: Pace): void {
  session.conductor?.setPace(pace);
  runStore.setState({ pace });
}

export function setSpeed(speed: number): void {
  const index = Math.min(SPEEDS.length - 1, Math.max(0, speed));
  session.conductor?.setSpeed(index);
  runStore.setState({ speed: index });
}

/**
 * Starts again at time 0, or at another moment, with the present switches and without the flips that led to them. The
 * previous path becomes a branch.
 */
export async function restart(atNs = 0): Promise<void> {
  const { document, forks, locked } = scenarioStore.getState();
  const next = { ...document, lanes: document.lanes.map((lane) => foldedAt(lane, clockNs())) };
  // A scenario that its author has locked keeps its flips.
  if (!locked && !sameDocument(next, document)) {
    const left = document.lanes.filter((lane, i) => !sameDocument(lane, next.lanes[i]));
    showBranches(
      next,
      left.reduce((all, lane) => kept(all, lane, next.lanes), forks),
    );
  }
  await loadAgain(atNs, runStore.getState().fault !== null);
}

/** After a fault: runs the same path in new workers to the present moment or the target of the pending seek. */
export const recover = (): Promise<void> => loadAgain(headedNs(), session.playedAtFault);

async function loadAgain(ns: number, plays: boolean): Promise<void> {
  const loaded = session.reconciler?.load(ns);
  // A pause during the load cancels this.
  if (plays) session.conductor?.play();
  await loaded;
}

/** The moment of a lane (ns). */
export const reachedBy = (lane: number): number => session.conductor?.lanes[lane]?.frame?.ns ?? 0;
