/** All lanes of a run: the engines that simulate them and the feeds that hold what came back. Where each has come to. */
import { sameDocument } from '../../scenario/catalog';
import type { FieldError, Scenario } from '../../scenario/generated/types';
import { Dismissed, Refusal } from '../port/port';
import { Lane } from './lane';
import {
  type Advance,
  type Found,
  type Frame,
  type LaneEngine,
  type Loaded,
  LogLevel,
  type Place,
  type ReadOnlyQueries,
  type SoughtFrame,
  type TrailAnswer,
} from './questions';
import { type SeekOptions, seekLane } from './seek';

/** Brings the frame up to where a lane stands, moves between units included, and goes nowhere. */
const STILL: Advance = { untilNs: 0, budgetMs: 0, level: LogLevel.off, windowNs: 0, withSeries: true };

const discard = (engines: Iterable<LaneEngine>): void => {
  for (const engine of engines) engine.dispose();
};

export class Lanes {
  readonly #start: () => Promise<LaneEngine>;
  readonly #ended: (lane: number, ns: number | null) => void;
  /** Empty after a fault. */
  #engines: LaneEngine[] = [];
  #feeds: Lane[] = [];
  /** The document that the engines have; null: they have none, or are gone. */
  #loaded: Scenario | null = null;

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
  get loaded(): Scenario | null {
    return this.#loaded;
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
    try {
      const loaded = await Promise.all(own.slice(0, count).map((engine, i) => engine.ask('load', scenario, i)));
      if (own === this.#engines) this.#loaded = scenario;
      discard(own.splice(count));
      return loaded;
    } catch (thrown) {
      discard(own.splice(before));
      throw thrown;
    }
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
  async stand(
    ns: number,
    lane: number,
    events: number,
    options: SeekOptions,
    moved?: readonly boolean[],
  ): Promise<void> {
    await Promise.all(
      this.#engines.map(async (engine, i) => {
        if (moved?.[i] !== false) this.jump(i, await seekLane(engine, ns, i === lane ? events : null, options));
      }),
    );
  }

  /** Gives the lanes whose flips differ those of a document that is the loaded one otherwise. */
  async flip(scenario: Scenario): Promise<void> {
    const before = this.#loaded;
    await Promise.all(
      scenario.lanes.map(async ({ flips = [] }, i) => {
        if (!sameDocument(flips, before?.lanes[i]?.flips ?? []))
          this.accept(i, await this.engine(i)?.ask('flips', flips));
      }),
    );
    // A dispose meanwhile has emptied it.
    if (this.#loaded === before) this.#loaded = scenario;
  }

  /** What every lane that has a run answers. */
  askAll<N extends keyof ReadOnlyQueries>(
    name: N,
    ...args: Parameters<ReadOnlyQueries[N]>
  ): Promise<readonly ReturnType<ReadOnlyQueries[N]>[]> {
    return Promise.all(this.#engines.slice(0, this.#feeds.length).map((engine) => engine.ask(name, ...args)));
  }

  /** Where each lane has what is looked for, seen from `ns`. */
  find(what: Found, ns: number, task: number | null): Promise<readonly (Place | null)[]> {
    return this.askAll('find', what, ns, task);
  }

  /** The decisions of both lanes in order, up to `untilNs`; none where there is one lane. */
  async trails(fromNs: number | null, untilNs: number): Promise<readonly TrailAnswer[]> {
    if (this.#feeds.length < 2) return [];
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
    this.#loaded = null;
  }
}
