/** All lanes of a run: the engines that simulate them and the feeds that hold what came back. Where each has come to. */
import { sameDocument } from '../../scenario/catalog';
import type { FieldError, Flip, Scenario } from '../../scenario/generated/types';
import { Dismissed, Refusal } from '../port/port';
import { FrameView } from '../wire/frame';
import { Lane } from './lane';
import {
  type Advance,
  type Found,
  type Frame,
  type LaneEngine,
  type Loaded,
  LogLevel,
  type Looks,
  type Place,
  type SoughtFrame,
  type TrailAnswer,
} from './questions';
import { type Going, stand } from './ways';

/** Brings the frame up to where a lane stands, moves between units included, and goes nowhere. */
const STILL: Advance = { untilNs: 0, budgetMs: 0, level: LogLevel.off, windowNs: 0, withSeries: true };

/** Events that a lane may have behind it when another engine is to do them once more: half a second of work. */
const MOST_ANEW = 4_000_000;
/** A way that nobody watches, to an event at its time. */
const UNSEEN: Going = { level: LogLevel.off, windowNs: 1, approaching: () => {} };

/** Engines that are to take the place of others, and what they were loaded with. */
export interface Anew {
  readonly scenario: Scenario;
  readonly engines: readonly LaneEngine[];
}

export const discard = (engines: Iterable<LaneEngine>): void => {
  for (const engine of engines) engine.dispose();
};

export class Lanes {
  readonly #start: () => Promise<LaneEngine>;
  readonly #ended: (lane: number, ns: number | null) => void;
  /** Empty after a fault. */
  #engines: LaneEngine[] = [];
  #feeds: Lane[] = [];
  /** What the engines have, with the flips they were given since; null: they have nothing, or not all the same. */
  #scenario: Scenario | null = null;
  /** The engines have taken over, and told no decisions since that could be gone on from. */
  #haveToldNone = false;

  /** `ended` hears that a lane has come to its end at `ns`, or (null) no longer stands there. */
  constructor(start: () => Promise<LaneEngine>, ended: (lane: number, ns: number | null) => void) {
    this.#start = start;
    this.#ended = ended;
  }

  get feeds(): readonly Lane[] {
    return this.#feeds;
  }
  get engines(): readonly LaneEngine[] {
    return this.#engines;
  }
  /** The engine of a lane that is loaded. */
  engine(lane: number): LaneEngine | undefined {
    return this.#feeds[lane] && this.#engines[lane];
  }

  /** The lanes that are not at their end. */
  going(): number[] {
    return this.#feeds.flatMap((lane, i) => (lane.frame?.done ? [] : [i]));
  }
  /** Where a lane has come to (ns). */
  reached(lane: number): number {
    return this.#feeds[lane]?.frame?.ns ?? 0;
  }
  /** Where the slowest lane that goes on has come to (ns); null: none goes on. */
  slowestReached(): number | null {
    const going = this.going();
    return going.length === 0 ? null : Math.min(...going.map((i) => this.reached(i)));
  }
  furthestReached(): number {
    return Math.max(0, ...this.#feeds.map((_, i) => this.reached(i)));
  }

  /**
   * Loads a scenario into as many engines as it has lanes. The feeds stay those of the run before, and so do the engines where
   * the scenario is refused.
   */
  async load(scenario: Scenario): Promise<readonly Loaded[]> {
    const count = scenario.lanes.length;
    const own = this.#engines;
    const before = own.length;
    while (own.length < count) {
      const engine = await this.#start();
      if (own !== this.#engines) {
        // All were thrown away while this one started.
        engine.dispose();
        throw new Dismissed();
      }
      own.push(engine);
    }
    this.#scenario = null;
    try {
      const loaded = await Promise.all(own.slice(0, count).map((engine, i) => engine.ask('load', scenario, i)));
      this.#scenario = scenario;
      this.#haveToldNone = false;
      discard(own.splice(count));
      return loaded;
    } catch (thrown) {
      discard(own.splice(before));
      throw thrown;
    }
  }

  /**
   * Starts other engines and brings them near to where the lanes stand; null where that is a long way, or cannot be done. `take`
   * has them take over.
   */
  async anew(): Promise<Anew | null> {
    const scenario = this.#scenario;
    const isLong = this.#feeds.some(({ frame }) => (frame?.events ?? 0) > MOST_ANEW);
    if (!scenario || this.#feeds.length === 0 || isLong) return null;
    const engines: LaneEngine[] = [];
    try {
      for (const i of this.#feeds.keys()) {
        const engine = await this.#start();
        engines.push(engine);
        await engine.ask('load', scenario, i);
        await this.#follow(engine, i);
      }
      return { scenario, engines };
    } catch {
      discard(engines);
      return null;
    }
  }

  /** Other engines take over, to the event where the lanes stand; they are discarded if that is another run by now. */
  async take({ scenario, engines }: Anew): Promise<void> {
    const old = this.#engines;
    const isSame = () => scenario === this.#scenario && old === this.#engines;
    let there = isSame();
    try {
      for (const [i, engine] of engines.entries()) there &&= await this.#follow(engine, i);
    } catch {
      there = false;
    }
    if (!there || !isSame()) return discard(engines);
    this.#engines = [...engines];
    this.#haveToldNone = true;
    discard(old);
  }

  /** Brings an engine to where a lane stands. Returns whether it has come there by the same events. */
  async #follow(engine: LaneEngine, lane: number): Promise<boolean> {
    const at = this.#feeds[lane]?.frame;
    if (!at) return true;
    await stand(engine, at.ns, at.events, UNSEEN);
    const { frame } = await engine.ask('advance', { ...STILL, untilNs: at.ns });
    return new FrameView(frame).hash === at.hash;
  }

  /** From now on the feeds are of what was loaded. A lane of the same machine and tasks keeps its feed. */
  show(loaded: readonly Loaded[]): readonly Lane[] {
    this.#feeds = loaded.map(({ machine, tasks }, i) => {
      const old = this.#feeds[i];
      // Every own machine has the same id.
      const same = old && sameDocument(old.machine, machine) && sameDocument(old.tasks, tasks);
      if (!same) return new Lane(machine, tasks);
      old.reset();
      return old;
    });
    return this.#feeds;
  }

  /** Stands at the start moment, having come there by `steps` of all lanes. */
  open(steps: readonly Frame[][]): void {
    for (const [i, lane] of this.#feeds.entries()) {
      lane.open(steps.flatMap((replies) => replies[i] ?? []));
      if (lane.frame?.done) this.#ended(i, lane.frame.ns);
    }
  }

  /** The next stretch of a lane. */
  accept(lane: number, reply: Frame | undefined): void {
    const feed = this.#feeds[lane];
    if (!feed || !reply) return;
    const wasDone = feed.frame?.done ?? false;
    const { done, ns } = feed.accept(reply.frame, reply.log, reply.series);
    if (!wasDone && done) this.#ended(lane, ns);
  }

  /** A lane stands at another moment. */
  jump(lane: number, reply: SoughtFrame): void {
    const feed = this.#feeds[lane];
    if (!feed) return;
    const wasDone = feed.frame?.done ?? false;
    const { done, ns } = feed.jump(reply);
    if (done !== wasDone) this.#ended(lane, done ? ns : null);
  }

  /** Lets lanes simulate a stretch. */
  async advance(lanes: readonly number[], step: Advance): Promise<void> {
    await Promise.all(lanes.map(async (i) => this.accept(i, await this.#engines[i]?.ask('advance', step))));
  }

  /** Brings the frame and the series of lanes that stand still up to where they stand. */
  settle(lanes: readonly number[]): Promise<void> {
    return this.advance(lanes, STILL);
  }

  /** Brings the lanes, or the `moved` ones, to a moment (ns), `lane` after so many events. */
  async stand(ns: number, lane: number, events: number, going: Going, moved?: readonly boolean[]): Promise<void> {
    await Promise.all(
      this.#engines.map(async (engine, i) => {
        if (moved?.[i] !== false) this.jump(i, await stand(engine, ns, i === lane ? events : null, going));
      }),
    );
  }

  /** Gives every lane the flips of a scenario that differs in nothing else. */
  async turn(scenario: Scenario): Promise<void> {
    await Promise.all(scenario.lanes.map(async (lane, i) => this.engine(i)?.ask('flips', lane.flips ?? [])));
    this.#scenario = scenario;
  }

  /** Gives a lane other flips from where it stands on: `turned` makes them of that moment (ns). */
  async fork(lane: number, turned: (ns: number) => readonly Flip[]): Promise<readonly Flip[] | null> {
    const engine = this.engine(lane);
    if (!engine) return null;
    const next = turned(this.reached(lane));
    this.accept(lane, await engine.ask('flips', next));
    const scenario = this.#scenario;
    if (!scenario) return next;
    const lanes = scenario.lanes.map((one, i) => (i === lane ? { ...one, flips: [...next] } : one));
    this.#scenario = { ...scenario, lanes };
    return next;
  }

  /** What every lane that has a run answers. */
  askAll<N extends keyof Looks>(name: N, ...args: Parameters<Looks[N]>): Promise<readonly ReturnType<Looks[N]>[]> {
    return Promise.all(this.#engines.slice(0, this.#feeds.length).map((engine) => engine.ask(name, ...args)));
  }

  /** Where each lane has what is looked for, seen from `ns`. */
  find(what: Found, ns: number, task: number | null): Promise<readonly (Place | null)[]> {
    return this.askAll('find', what, ns, task);
  }

  /**
   * The decisions of both lanes in order, up to `untilNs`; none where there is one lane, or where they are to go on from what other
   * engines have told.
   */
  async trails(fromNs: number | null, untilNs: number): Promise<readonly TrailAnswer[]> {
    if (this.#feeds.length < 2 || (fromNs === null && this.#haveToldNone)) return [];
    this.#haveToldNone = false;
    return Promise.all(this.#engines.map((engine) => engine.ask('trail', fromNs, untilNs)));
  }

  /** What is wrong with a text as a scenario document; null: there is no engine to ask. */
  async check(text: string): Promise<readonly FieldError[] | null> {
    const [engine] = this.#engines;
    if (!engine) return null;
    try {
      await engine.ask('check', text);
      return [];
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return thrown.errors;
    }
  }

  /** Throws the engines away; the next load starts new ones. */
  dispose(): void {
    discard(this.#engines);
    this.#engines = [];
    this.#scenario = null;
  }
}
