/** Brings all lanes to one moment. A long seek reports its progress, and can be cancelled. */
import { FrameView } from '../wire/frame';
import { type Advance, type Frame, type LaneEngine, LogLevel, type SoughtFrame } from './questions';

export interface SeekTarget {
  /** Simulated time (ns). */
  readonly toNs: number;
  /** Cancelled: the lanes stop at a common moment near the present one. */
  isCut: boolean;
}

export interface SeekOptions {
  readonly level: LogLevel;
  /** The logged interval before the target (ns). */
  readonly windowNs: number;
  /** Receives the progress towards a moment (ns) of a long seek; null: the seek has ended. */
  onProgress(share: number | null, ns: number): void;
}

/** Real time a lane may take for one answer to a seek (ms). */
export const SEEK_MS = 90;
/** Real time of one advance towards a start moment (ms); it can be cancelled after each. */
export const JUMP_MS = 60;
/** A seek that takes longer reports its progress (ms). */
const NOTICED_MS = 200;

/** The slowest of the lanes that have not ended (ns; infinite if all have), and the furthest of all. */
function placesOf(replies: readonly Frame[]) {
  const frames = replies.map(({ frame }) => new FrameView(frame));
  return {
    slowestNs: Math.min(...frames.filter(({ done }) => !done).map(({ ns }) => ns)),
    furthestNs: Math.max(0, ...frames.map(({ ns }) => ns)),
  };
}

/**
 * Runs new lanes to their start moment at full speed. Returns, step by step, the frames at one window before it and at
 * it, with the log between; nothing if they start at time 0.
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

/** Seeks in all lanes. Returns their frames, and their common moment (ns). */
export async function seekAll(engines: readonly LaneEngine[], target: SeekTarget, options: SeekOptions) {
  const began = performance.now();
  let ns = target.toNs;
  let isCut = false;
  // A lane that has arrived receives no further request, since it would go back to the beginning of its window.
  const arrived = new Map<LaneEngine, SoughtFrame>();
  // In a race only the timeline is drawn from the log; it queries missing parts later.
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

/** Seeks in one lane; with `events`, to the state after that many events. */
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
