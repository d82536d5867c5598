/** The ways of all lanes to one moment. A long way is said, and can be cut short. */
import { FrameView } from '../wire/frame';
import { type Advance, type Frame, type LaneEngine, LogLevel, type SoughtFrame } from './questions';

/** A way to a moment. */
export interface Way {
  /** Simulated time (ns). */
  readonly toNs: number;
  /** Something else is wanted: the lanes come to one moment where they are. */
  isCut: boolean;
}

/** What is logged of a way, and who hears how much of it is done; null: it is over. */
export interface Going {
  readonly level: LogLevel;
  /** The last stretch of it (ns). */
  readonly windowNs: number;
  approaching(share: number | null, ns: number): void;
}

/** Real time a lane may take to come to a moment that is sought before it says how far it is (ms). */
export const SEEK_MS = 90;
/** Real time of one go on the way to a start moment; after each it may be cut short (ms). */
export const JUMP_MS = 60;
/** A way that takes longer is said (ms). */
const NOTICED_MS = 200;

/** The slowest of the lanes that go on (ns; infinite where none does), and the furthest of all. */
function placesOf(replies: readonly Frame[]) {
  const frames = replies.map(({ frame }) => new FrameView(frame));
  return {
    slowestNs: Math.min(...frames.filter(({ done }) => !done).map(({ ns }) => ns)),
    furthestNs: Math.max(0, ...frames.map(({ ns }) => ns)),
  };
}

/**
 * Brings new runs to their start moment, as fast as they go. Returns, step by step, where the lanes stood a window before
 * and where they stand, with what was logged between; nothing when there is no way to go.
 */
export async function approach(engines: readonly LaneEngine[], way: Way, going: Going): Promise<Frame[][]> {
  const startNs = Math.floor(way.toNs);
  if (startNs <= 0) return [];
  const began = performance.now();
  const beforeNs = Math.max(0, startNs - going.windowNs);
  /** One go of all engines. */
  const go = async (step: Advance) => {
    const replies = await Promise.all(engines.map((engine) => engine.ask('advance', step)));
    const places = placesOf(replies);
    if (performance.now() - began > NOTICED_MS) going.approaching(Math.min(1, places.slowestNs / startNs), startNs);
    return { replies, ...places };
  };
  const unseen = { untilNs: beforeNs, budgetMs: JUMP_MS, level: LogLevel.off, windowNs: 0, withSeries: false };
  let at = await go(unseen);
  while (!way.isCut && at.slowestNs < beforeNs) at = await go(unseen);
  const steps = [at.replies];
  let untilNs: number;
  // The last window is logged, in as many goes as it takes.
  do {
    untilNs = way.isCut ? at.furthestNs : startNs;
    const { windowNs } = going;
    at = await go({ untilNs, budgetMs: JUMP_MS, level: LogLevel.switches, windowNs, withSeries: true });
    steps.push(at.replies);
  } while (at.slowestNs < untilNs);
  going.approaching(null, startNs);
  return steps;
}

/** Brings all lanes to a moment, wherever they stand. Returns where they stand then, and that moment (ns). */
export async function travel(engines: readonly LaneEngine[], way: Way, going: Going) {
  const began = performance.now();
  let ns = way.toNs;
  let isCut = false;
  // A lane that is there stays: asked again, it would go back to where its last window begins.
  const there = new Map<LaneEngine, SoughtFrame>();
  // Of a race nothing but the timeline is drawn from the log; what it lacks there it asks for later.
  const orLess = going.level === LogLevel.switches;
  const seek = async (engine: LaneEngine): Promise<SoughtFrame> => {
    const goal = { ns, events: null, budgetMs: SEEK_MS, level: going.level, windowNs: going.windowNs, orLess };
    const reply = there.get(engine) ?? (await engine.ask('seek', goal));
    const at = new FrameView(reply.frame);
    if (at.done || at.ns >= ns) there.set(engine, reply);
    return reply;
  };
  for (;;) {
    const replies = await Promise.all(engines.map(seek));
    const { slowestNs, furthestNs } = placesOf(replies);
    if (there.size === engines.length) {
      going.approaching(null, way.toNs);
      return { replies, ns: Number.isFinite(slowestNs) ? ns : furthestNs };
    }
    if (way.isCut && !isCut) {
      isCut = true;
      ns = slowestNs;
      there.clear();
    } else if (!isCut && performance.now() - began > NOTICED_MS) going.approaching(slowestNs / ns, ns);
  }
}

/** Brings one lane to a moment, after so many events where that is said, in as many goes as it takes. */
export async function stand(engine: LaneEngine, ns: number, events: number | null, going: Going): Promise<SoughtFrame> {
  for (;;) {
    const { level, windowNs } = going;
    const reply = await engine.ask('seek', { ns, events, budgetMs: SEEK_MS, level, windowNs, orLess: false });
    const at = new FrameView(reply.frame);
    if (at.done || at.ns >= ns - windowNs) return reply;
  }
}
