/**
 * The run: what the engines are doing with the scenario. Holds only what changes a few times in a
 * run; what changes every frame is read from the feeds (`engine/lanes/lane.ts`).
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Conductor } from '../engine/lanes/conductor';
import type { ChartFeed } from '../engine/lanes/lane';
import { DEFAULT_SPEED, type Pace, SPEEDS } from '../engine/lanes/pace';
import type { LaneEngine, Looks, Sought, TrailAnswer } from '../engine/lanes/questions';
import { startLane } from '../engine/lanes/start';
import { onFrame } from '../engine/loop';
import { sameDocument } from '../scenario/catalog';
import { differsInFlips, foldedAt, kept } from '../scenario/forks';
import type { FieldError, Flip, RunReport, Scenario } from '../scenario/generated/types';
import { differsInLayout } from '../scenario/placed';
import { PRESETS, type PresetId, speedOf, startOf } from '../scenario/presets';
import { openScenario, type ScenarioState, scenarioStore, showBranches } from './scenario';
import { dropMissing } from './there';
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
  /** Why the simulator refused the last change; the scenario before it goes on. */
  readonly refusal: readonly FieldError[];
  /** The last step by decision, when there was none to be found. */
  readonly nothingFound: Fruitless | null;
  /** The moment (ns) the run is on its way to, and how much of the way is done. */
  readonly approach: { readonly ns: number; readonly share: number } | null;
}

/** A search for a decision that led nowhere. */
export interface Fruitless {
  readonly way: 'next' | 'last';
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
  approach: null,
  nothingFound: null,
}));

/** Every lane has come to its end. */
export const hasEnded = ({ ended }: RunState): boolean => ended.length > 0 && ended.every((ns) => ns !== null);

export function useRun<T>(select: (state: RunState) => T): T {
  return useStore(runStore, select);
}

/** The speed at which an experiment shows what it is about; null: any. */
function speedFor(preset: PresetId, document: Scenario): number | null {
  const ns = speedOf(preset, document);
  return ns === null ? null : SPEEDS.indexOf(ns);
}

/** The latest scenario that the simulator has taken. */
let running: Scenario | null = null;
/** What a refused scenario goes back to: the latest that was taken while the page was at it, with what is around it. */
let taken: Omit<ScenarioState, 'gesture'> | null = null;
/** What the engines have, or will have when they have done all that was asked of them. */
let asked: Scenario | null = null;
let conductor: Conductor | null = null;
/** Play or pause was asked for before there was a conductor: the playground is still on its way. */
let toggled = false;

/** The moment the page shows (ns). */
export const clockNs = (): number => conductor?.clockNs ?? 0;

/** The moment (ns) the run is on its way to while a scenario is loaded; then where it stands. */
export const headedNs = (): number => conductor?.headedNs ?? 0;

/** The moment (ns) the run goes to when the scenario is loaded: the link's, the act's, or the preset's. */
export function startNs(): number {
  const { preset, document } = scenarioStore.getState();
  const { startNs, told } = viewStore.getState();
  return startNs ?? told?.atNs ?? startOf(preset, document);
}

/** Runs the lanes under another document up to the present moment, or the one they are on their way to. */
export async function loadHere(document: Scenario): Promise<void> {
  const own = conductor;
  if (!own) return;
  asked = document;
  await loadOn(own, document, own.headedNs);
}

/** The load that was asked for last. */
let underWay: Promise<void> = Promise.resolve();

/** What plays goes on from there, and so does what stopped by a fault; a pause meanwhile takes that back. */
function loadOn(own: Conductor, scenario: Scenario | (() => Scenario), ns: number): Promise<void> {
  underWay = own.load(scenario, ns);
  if (runStore.getState().fault !== null) own.play();
  return underWay;
}

/** Starts the engines on the scenario in the store and keeps them with it. Returns the end. */
export function startRun(options: { play: boolean; start?: () => Promise<LaneEngine> }): () => void {
  const own = new Conductor(options.start ?? startLane, {
    loaded(scenario, lanes) {
      running = scenario;
      const now = scenarioStore.getState();
      // Where another is on its way already, what is looked at may be of that one.
      if (sameDocument(scenario, now.document)) {
        taken = now;
        dropMissing(lanes);
      }
      runStore.setState({ feeds: [...lanes], ended: lanes.map(() => null), fault: null, nothingFound: null });
    },
    refused(scenario, errors) {
      const { document, preset, gesture } = scenarioStore.getState();
      // Another is on its way already.
      if (!sameDocument(document, scenario)) return;
      const good = taken ?? { preset, document: PRESETS[preset], forks: [], notes: [] };
      asked = running;
      // A refused link stays in the address bar.
      if (good.document !== document)
        scenarioStore.setState({ ...good, gesture: gesture === 'history' ? gesture : 'drag' });
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
    approaching(share, ns) {
      runStore.setState({ approach: share === null ? null : { share, ns } });
    },
  });
  conductor = own;
  own.setPace(runStore.getState().pace);
  const opened = scenarioStore.getState();
  setSpeed(speedFor(opened.preset, opened.document) ?? runStore.getState().speed);
  const load = (scenario: Scenario) => {
    asked = scenario;
    underWay = own.load(scenario, startNs());
    return underWay;
  };
  const stopFollowing = scenarioStore.subscribe((now, last) => {
    const { document, preset, gesture } = now;
    // Work that is seen at its own speed leaves the usual one behind.
    if (preset !== last.preset || document.workload.kind !== last.document.workload.kind) {
      const before = speedFor(last.preset, last.document);
      setSpeed(speedFor(preset, document) ?? (before === null ? runStore.getState().speed : DEFAULT_SPEED));
    }
    runStore.setState({ refusal: [] });
    const before = asked;
    if (!sameDocument(document, before)) {
      if (before && runStore.getState().fault === null && differsInFlips(before, document)) {
        hasBeenTaken(document);
        void own.turn(document);
      } else if (before && gesture === 'history' && differsInLayout(before, document)) {
        void loadHere(document);
      } else {
        void load(document);
      }
    }
    if (sameDocument(document, running)) taken = now;
  });
  const stopFollowingStart = viewStore.subscribe((view, before) => {
    if (view.startNs !== before.startNs && view.startNs !== null) void load(scenarioStore.getState().document);
  });
  const stopTicking = onFrame((nowMs) => own.tick(nowMs));
  void load(scenarioStore.getState().document);
  goesOn = options.play !== toggled;
  goOn();
  toggled = false;
  return () => {
    stopFollowing();
    stopFollowingStart();
    stopTicking();
    own.dispose();
    if (conductor === own) conductor = null;
    running = null;
    taken = null;
    asked = null;
  };
}

export function togglePlay(): void {
  const own = conductor;
  if (!own) {
    toggled = !toggled;
    return;
  }
  // On the way to a start moment: stays where it has come to.
  if (own.willPlay || runStore.getState().approach !== null) pause();
  else playOn();
}

/** Plays; at its end a run is played again. */
export function playOn(): void {
  const own = conductor;
  if (!own) return;
  const ended = !own.loading && own.lanes.length > 0 && own.lanes.every((lane) => lane.frame?.done);
  if (ended) void restart();
  // As soon as it is loaded.
  play();
}

/** How many want the lanes to stand still, and whether they go on after the last of them. */
let rests = 0;
let goesOn = false;

/** Plays, as soon as a scenario that is being loaded is there. */
export function play(): void {
  goesOn = false;
  conductor?.play();
}

export function pause(): void {
  goesOn = false;
  conductor?.pause();
}

const goOn = (): void => {
  if (goesOn && rests === 0) play();
};

/** Has the lanes stand still; the returned function ends it: what played goes on, unless it was played, paused or put elsewhere. */
export function rest(): () => void {
  if (conductor?.willPlay) {
    conductor.pause(false);
    goesOn = true;
  }
  rests += 1;
  return () => {
    rests -= 1;
    goOn();
  };
}

/** The figures of each lane so far. */
export const reports = (): Promise<readonly RunReport[]> => conductor?.askAll('report') ?? Promise.resolve([]);

/** What a lane's engine answers about this moment or the past; null: there is no such lane. */
export const ask = <N extends keyof Looks>(
  lane: number,
  name: N,
  ...args: Parameters<Looks[N]>
): Promise<ReturnType<Looks[N]> | null> => conductor?.ask(lane, name, ...args) ?? Promise.resolve(null);

/** Stands, paused, before a decision of a lane was made; resolves to its record. */
export async function standBefore(lane: number, sought: Sought): Promise<Uint32Array | null> {
  conductor?.pause();
  return (await conductor?.standBefore(lane, sought)) ?? null;
}

/** What is wrong with a text as a scenario document; null when the simulator could not be asked. */
export const checkDocument = (text: string): Promise<readonly FieldError[] | null> =>
  conductor?.check(text) ?? Promise.resolve(null);

/** The furthest moment (ns) of the run that was shown. */
export const furthestNs = (): number => conductor?.furthestNs ?? 0;

/** Opens a preset as it is, at its own start moment. */
export function choosePreset(preset: PresetId): void {
  look({ startNs: null });
  openScenario(preset, PRESETS[preset]);
  void seekStart();
}

/** Stands where the scenario opens, also where nothing had to be loaded for it. */
export async function seekStart(): Promise<void> {
  const ns = startNs();
  await (conductor?.loading && conductor.headedNs === ns ? underWay : conductor?.seek(ns));
}

/** Stands at another moment (ns) of the run. */
export function seek(ns: number): Promise<void> {
  goesOn = false;
  runStore.setState({ nothingFound: null });
  return conductor?.seek(ns) ?? Promise.resolve();
}

/** The state before the last event of either lane. */
export async function stepBack(): Promise<void> {
  conductor?.pause();
  await conductor?.stepBack();
}

/** The nearest moment at which something was decided in either lane, about `task` or any. */
export async function stepDecision(way: 'next' | 'last', task: number | null): Promise<void> {
  conductor?.pause();
  const found = await conductor?.stepDecision(way, task);
  runStore.setState({ nothingFound: found === false ? { way, task } : null });
}

/** The decisions of both lanes in order, up to the furthest moment shown. */
export const trails = (fromNs: number | null): Promise<readonly TrailAnswer[]> =>
  conductor?.trails(fromNs) ?? Promise.resolve([]);

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

/**
 * Back to time 0, or to another moment, with the switches as they stand now; after a fault, with new workers. A run
 * that came to them by flips stays a branch.
 */
export async function restart(atNs = 0): Promise<void> {
  const own = conductor;
  if (!own) return;
  const { document, forks } = scenarioStore.getState();
  const next = { ...document, lanes: document.lanes.map((lane) => foldedAt(lane, own.clockNs)) };
  // Read when its turn has come: a flip that is on its way is in it then.
  const latest = () => scenarioStore.getState().document;
  if (!sameDocument(next, document)) {
    asked = next;
    const left = document.lanes.filter((lane, i) => !sameDocument(lane, next.lanes[i]));
    showBranches(
      next,
      left.reduce((all, lane) => kept(all, lane, next.lanes), forks),
    );
  }
  await loadOn(own, latest, atNs);
}

/** The time a lane has reached (ns). */
export const reachedBy = (lane: number): number => conductor?.lanes[lane]?.frame?.ns ?? 0;

/** The engines run this scenario already: when it becomes the document, nothing is loaded. */
export function hasBeenTaken(scenario: Scenario): void {
  running = scenario;
  asked = scenario;
}

/** Gives a lane other flips from where it stands on; null when the engines are gone. */
export const fork = (lane: number, turned: (ns: number) => readonly Flip[]): Promise<readonly Flip[] | null> =>
  conductor?.fork(lane, turned) ?? Promise.resolve(null);
