/** Brings all lanes to one moment. A long seek reports its progress, and can be cut short. */
import { FrameView } from '../wire/frame';
import { type Advance, type Frame, type LaneEngine, LogLevel, type SoughtFrame } from './questions';

export interface SeekTarget {
  /** Simulated time (ns). */
  readonly toNs: number;
  /** Something else is wanted: the lanes stop at one moment near to where they are. */
  isCut: boolean;
}

export interface SeekOptions {
  readonly level: LogLevel;
  /** The last stretch of the way (ns), which is logged. */
  readonly windowNs: number;
  /** Receives how much of the way to a moment (ns) is done, once that takes long; null: the seek has ended. */
  onProgress(share: number | null, ns: number): void;
}

/** Real time a lane may take for one answer to a seek (ms). */
export const SEEK_MS = 90;
/** Real time of one advance towards a start moment (ms); after each it may be cut short. */
export const JUMP_MS = 60;
/** A seek that takes longer reports its progress (ms). */
const NOTICED_MS = 200;

/** The slowest of the lanes that have not ended (ns; infinite where all have), and the furthest of all. */
function placesOf(replies: readonly Frame[]) {
  const frames = replies.map(({ frame }) => new FrameView(frame));
  return {
    slowestNs: Math.min(...frames.filter(({ done }) => !done).map(({ ns }) => ns)),
    furthestNs: Math.max(0, ...frames.map(({ ns }) => ns)),
  };
}

/**
 * Runs new lanes to their start moment, as fast as they go. Returns, step by step, where the lanes stood a window before
 * and where they stand, with what was logged between; nothing where they start at time 0.
 */
export async function runToStart(
  engines: readonly LaneEngine[],
  target: SeekTarget,
  options: SeekOptions,
): Promise<Frame[][]> {
  const startNs = Math.floor(target.toNs);
  if (startNs <= 0) return [];
  const began = performance.now();
  const beforeNs = Math.max(0, startNs - options.windowNs);
  /** One advance of all engines. */
  const advance = async (step: Advance) => {
    const replies = await Promise.all(engines.map((engine) => engine.ask('advance', step)));
    const places = placesOf(replies);
    if (performance.now() - began > NOTICED_MS) options.onProgress(Math.min(1, places.slowestNs / startNs), startNs);
    return { replies, ...places };
  };
  const unlogged = { untilNs: beforeNs, budgetMs: JUMP_MS, level: LogLevel.off, windowNs: 0, withSeries: false };
  let at = await advance(unlogged);
  while (!target.isCut && at.slowestNs < beforeNs) at = await advance(unlogged);
  const steps = [at.replies];
  let untilNs: number;
  do {
    untilNs = target.isCut ? at.furthestNs : startNs;
    const { windowNs } = options;
    at = await advance({ untilNs, budgetMs: JUMP_MS, level: LogLevel.switches, windowNs, withSeries: true });
    steps.push(at.replies);
  } while (at.slowestNs < untilNs);
  options.onProgress(null, startNs);
  return steps;
}

/** Seeks in all lanes, wherever they stand. Returns their frames, and the moment where they stand then (ns). */
export async function seekAll(engines: readonly LaneEngine[], target: SeekTarget, options: SeekOptions) {
  const began = performance.now();
  let ns = target.toNs;
  let isCut = false;
  // A lane that has arrived is not asked again: it would go back to where its last window begins.
  const arrived = new Map<LaneEngine, SoughtFrame>();
  // In a race only the timeline is drawn from the log; it asks later for what it lacks.
  const orLess = options.level === LogLevel.switches;
  const seek = async (engine: LaneEngine): Promise<SoughtFrame> => {
    const goal = { ns, events: null, budgetMs: SEEK_MS, level: options.level, windowNs: options.windowNs, orLess };
    const reply = arrived.get(engine) ?? (await engine.ask('seek', goal));
    const at = new FrameView(reply.frame);
    if (at.done || at.ns >= ns) arrived.set(engine, reply);
    return reply;
  };
  for (;;) {
    const replies = await Promise.all(engines.map(seek));
    const { slowestNs, furthestNs } = placesOf(replies);
    if (arrived.size === engines.length) {
      options.onProgress(null, target.toNs);
      return { replies, ns: Number.isFinite(slowestNs) ? ns : furthestNs };
    }
    if (target.isCut && !isCut) {
      isCut = true;
      ns = slowestNs;
      arrived.clear();
    } else if (!isCut && performance.now() - began > NOTICED_MS) options.onProgress(slowestNs / ns, ns);
  }
}

/** Seeks in one lane, to the state after so many events where `events` is given. */
export async function seekLane(
  engine: LaneEngine,
  ns: number,
  events: number | null,
  { level, windowNs }: SeekOptions,
): Promise<SoughtFrame> {
  for (;;) {
    const reply = await engine.ask('seek', { ns, events, budgetMs: SEEK_MS, level, windowNs, orLess: false });
    const at = new FrameView(reply.frame);
    if (at.done || at.ns >= ns - windowNs) return reply;
  }
}
