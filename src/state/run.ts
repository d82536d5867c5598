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
import { rangeOf } from '../scenario/check';
import { flipped, kept, onPath, type Path, sameBranch, upTo, without } from '../scenario/forks';
import type { Features, FieldError, Lane, RunReport, Scenario } from '../scenario/generated/types';
import { type LayoutOrder, laidOut } from '../scenario/placed';
import { PRESETS, type PresetId, speedOf, startOf } from '../scenario/presets';
import { edit, scenarioStore, showBranches } from './scenario';
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
function speedFor(preset: PresetId): number | null {
  const ns = speedOf(preset);
  return ns === null ? null : SPEEDS.indexOf(ns);
}

/** The scenario as the engines have it. */
let running: Scenario | null = null;
let conductor: Conductor | null = null;
/** Play or pause was asked for before there was a conductor: the playground is still on its way. */
let toggled = false;

/** The moment the page shows (ns). */
export const clockNs = (): number => conductor?.clockNs ?? 0;

/** The moment (ns) the run goes to when the scenario is loaded: the link's, the act's, or the preset's. */
export function startNs(): number {
  const { preset, document } = scenarioStore.getState();
  const { startNs, told } = viewStore.getState();
  return startNs ?? told?.atNs ?? startOf(preset, document);
}

/** Whether two scenarios differ in nothing but flips: what they share need not be run again. */
function differsInFlips(a: Scenario, b: Scenario): boolean {
  const unflipped = (scenario: Scenario) => ({
    ...scenario,
    lanes: scenario.lanes.map((lane) => onPath(lane, upTo(lane, 0))),
  });
  return sameDocument(unflipped(a), unflipped(b));
}

/** Whether two documents differ in nothing but in what is declared in which order. */
function differsInLayout(a: Scenario, b: Scenario): boolean {
  const unordered = (scenario: Scenario) => ({
    ...scenario,
    lanes: scenario.lanes.map(({ layout: _, ...lane }) => ({
      ...lane,
      features: { ...lane.features, task_group: 'off' as const },
    })),
  });
  return differsInFlips(unordered(a), unordered(b));
}

/** Runs the lanes under another document up to the present moment. */
async function loadHere(own: Conductor, document: Scenario): Promise<void> {
  const wasPlaying = own.willPlay || runStore.getState().fault !== null;
  running = document;
  await own.load(document, own.headedNs);
  if (wasPlaying) own.play();
}

/** Starts the engines on the scenario in the store and keeps them with it. Returns the end. */
export function startRun(options: { play: boolean; start?: () => Promise<LaneEngine> }): () => void {
  const own = new Conductor(options.start ?? startLane, {
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
    approaching(share, ns) {
      runStore.setState({ approach: share === null ? null : { share, ns } });
    },
  });
  conductor = own;
  own.setPace(runStore.getState().pace);
  setSpeed(speedFor(scenarioStore.getState().preset) ?? runStore.getState().speed);
  const load = (scenario: Scenario) => own.load(scenario, startNs());
  const stopFollowing = scenarioStore.subscribe(({ document, preset, gesture }, { preset: last }) => {
    // An experiment that is seen at its own speed leaves the usual one behind.
    if (preset !== last)
      setSpeed(speedFor(preset) ?? (speedFor(last) === null ? runStore.getState().speed : DEFAULT_SPEED));
    runStore.setState({ refusal: [] });
    const before = running;
    if (document === before || (before && sameDocument(document, before))) return;
    if (before && runStore.getState().fault === null && differsInFlips(before, document)) {
      running = document;
      void own.turn(document);
    } else if (before && gesture === 'history' && differsInLayout(before, document)) {
      void loadHere(own, document);
    } else {
      void load(document);
    }
  });
  const stopFollowingStart = viewStore.subscribe((view, before) => {
    if (view.startNs !== before.startNs && view.startNs !== null) void load(scenarioStore.getState().document);
  });
  const stopTicking = onFrame((nowMs) => own.tick(nowMs));
  void load(scenarioStore.getState().document);
  if (options.play !== toggled) own.play();
  toggled = false;
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
  if (!own) {
    toggled = !toggled;
    return;
  }
  // On the way to a start moment: stays where it has come to.
  if (own.willPlay || runStore.getState().approach !== null) own.pause();
  else playOn();
}

/** Plays; at its end a run is played again. */
export function playOn(): void {
  const own = conductor;
  if (!own) return;
  const ended = !own.loading && own.lanes.length > 0 && own.lanes.every((lane) => lane.frame?.done);
  if (ended) void restart().then(() => own.play());
  else own.play();
}

/** Plays, as soon as a scenario that is being loaded is there. */
export const play = (): void => conductor?.play();

export const pause = (): void => conductor?.pause();

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

/** Stands at another moment (ns) of the run. */
export const seek = (ns: number): Promise<void> => conductor?.seek(ns) ?? Promise.resolve();

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

/** A lane as it is once its flips up to `ns` are folded into its switches. */
function folded(lane: Lane, ns: number): Lane {
  const features = featuresAt(lane, ns);
  const future = (lane.flips ?? []).filter((flip) => flip.at_ns > ns);
  return onPath(lane, { features, flips: future });
}

/**
 * Back to time 0, or to another moment, with the switches as they stand now; after a fault, with new workers. A run
 * that came to them by flips stays a branch.
 */
export async function restart(atNs = 0): Promise<void> {
  const own = conductor;
  if (!own) return;
  const wasPlaying = own.willPlay || runStore.getState().fault !== null;
  const { document, forks } = scenarioStore.getState();
  const next = { ...document, lanes: document.lanes.map((lane) => folded(lane, own.clockNs)) };
  if (sameDocument(next, document)) {
    await own.load(document, atNs);
  } else {
    running = next;
    const left = document.lanes.filter((lane, i) => !sameDocument(lane, next.lanes[i]));
    showBranches(
      next,
      left.reduce((all, lane) => kept(all, lane, next.lanes), forks),
    );
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
    const next = put(onPath(old, { features }));
    // What was there to be seen before stays a branch.
    if (furthestNs() > 0) showBranches(next, kept(scenarioStore.getState().forks, old, next.lanes));
    else edit(() => next);
    return;
  }
  const { max } = rangeOf('lanes[].flips');
  const count = flipped(old, reached, features).length;
  if (count > max) {
    const value = String(count);
    runStore.setState({
      refusal: [{ field: 'lanes[].flips', value, fault: { kind: 'count', min: 0, max, unit: '' }, message: '' }],
    });
    return;
  }
  let at = reached;
  const flips = await conductor.fork(lane, (ns) => {
    at = ns;
    return flipped(old, ns, features);
  });
  // The fork may have failed, or another scenario been opened, while the engine was at it.
  if (flips === null || scenarioStore.getState().document !== before) return;
  const next = put(onPath(old, { features: old.features, flips: [...flips] }));
  running = next;
  const { forks } = scenarioStore.getState();
  // A flip at the very moment of the one before leaves nothing behind that anyone has seen.
  const seen = (old.flips ?? []).some(({ at_ns }) => at_ns > at || (at_ns === at && furthestNs() > clockNs()));
  showBranches(next, seen ? kept(forks, old, next.lanes) : forks);
}

/**
 * Declares `task_group` in another order in a lane, with the switches as they stand, and runs the lanes up to the
 * present moment under it: counts of lines under two orders could not be added up.
 */
export async function setLayout(lane: number, order: LayoutOrder): Promise<void> {
  const own = conductor;
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!own || !old) return;
  const atNs = own.headedNs;
  const laid = laidOut(onPath(old, { features: featuresAt(old, atNs) }), order);
  const next = { ...document, lanes: document.lanes.map((one, i) => (i === lane ? laid : one)) };
  if (sameDocument(next, document)) return;
  running = next;
  showBranches(next, old.flips ? kept(forks, old, next.lanes) : forks);
  await loadHere(own, next);
}

/** Shows a branch in a lane, at the same moment. What the lane showed before stays among the forks. */
export function showBranch(lane: number, path: Path): void {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old || sameBranch(old, path)) return;
  const lanes = document.lanes.map((one, i) => (i === lane ? onPath(old, path) : one));
  showBranches({ ...document, lanes }, kept(forks, old, lanes));
}

/** Forgets a branch and those that leave it; one that a lane shows stays. */
export function deleteBranch(path: Path): void {
  const { document, forks } = scenarioStore.getState();
  showBranches(document, without(forks, path));
}
