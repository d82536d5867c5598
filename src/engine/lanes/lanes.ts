/** All lanes of a run: the engines that simulate them, the feeds with their answers, and the moment of each. */
import { sameDocument } from '../../scenario/catalog';
import type { FieldError, Scenario } from '../../scenario/generated/types';
import { attachmentsOf, fits, startFor } from '../attachments';
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

/** An advance by nothing: updates the frame of a lane, with the moves between units, at its present moment. */
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
  /** The document that is loaded in the engines; null: none, or the engines have ended. */
  #loaded: Scenario | null = null;

  /** `ended` is called when a lane reaches its end at `ns`, and with null when it leaves its end. */
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
  /** The engine of a loaded lane. */
  engine(lane: number): LaneEngine | undefined {
    return this.#feeds[lane] && this.#engines[lane];
  }

  /** The lanes that have not ended. */
  running(): number[] {
    return this.#feeds.flatMap((lane, i) => (lane.frame?.done ? [] : [i]));
  }
  /** The moment of a lane (ns). */
  reached(lane: number): number {
    return this.#feeds[lane]?.frame?.ns ?? 0;
  }
  /** The moment of the slowest lane that has not ended (ns); null: all have. */
  slowestReached(): number | null {
    const running = this.running();
    return running.length === 0 ? null : Math.min(...running.map((i) => this.reached(i)));
  }
  furthestReached(): number {
    return Math.max(0, ...this.#feeds.map((_, i) => this.reached(i)));
  }

  /**
   * Loads a scenario into one engine per lane. The feeds stay those of the previous run until `show`. If the scenario
   * is refused, the engines keep the previous run.
   */
  async load(scenario: Scenario): Promise<readonly Loaded[]> {
    const count = scenario.lanes.length;
    const engines = this.#engines;
    const attached = await Promise.all(scenario.lanes.map((_, i) => attachmentsOf(scenario, i)));
    const fresh = new Map<number, LaneEngine>();
    // `dispose` may be called meanwhile.
    const check = () => {
      if (engines !== this.#engines) throw new Dismissed();
    };
    try {
      for (const [i, attachments] of attached.entries()) {
        const engine = engines[i];
        if (!engine || !fits(engine, attachments)) fresh.set(i, await startFor(this.#start, attachments));
        check();
      }
      const loaded = await Promise.all(
        attached.map(async (attachments, i) => {
          const engine = fresh.get(i) ?? engines[i];
          if (!engine) throw new Dismissed();
          return await engine.ask('load', scenario, i, attachments);
        }),
      );
      check();
      this.#loaded = scenario;
      for (const [i, engine] of fresh) {
        engines[i]?.dispose();
        engines[i] = engine;
      }
      discard(engines.splice(count));
      return loaded;
    } catch (thrown) {
      discard(fresh.values());
      throw thrown;
    }
  }

  /** Makes feeds for the loaded lanes. A lane with the same machine and tasks keeps its feed. */
  show(loaded: readonly Loaded[]): readonly Lane[] {
    this.#feeds = loaded.map(({ machine, tasks, recorded }, i) => {
      const old = this.#feeds[i];
      // All custom machines have the same id.
      const same =
        old && old.recorded === recorded && sameDocument(old.machine, machine) && sameDocument(old.tasks, tasks);
      if (!same) return new Lane(machine, tasks, recorded);
      old.reset();
      return old;
    });
    return this.#feeds;
  }

  /** Sets the lanes to their start moment, after these `steps`. */
  open(steps: readonly Frame[][]): void {
    for (const [i, lane] of this.#feeds.entries()) {
      lane.open(steps.flatMap((replies) => replies[i] ?? []));
      if (lane.frame?.done) this.#ended(i, lane.frame.ns);
    }
  }

  /** Accepts the answer to an advance of a lane. */
  accept(lane: number, reply: Frame | undefined): void {
    const feed = this.#feeds[lane];
    if (!feed || !reply) return;
    const wasDone = feed.frame?.done ?? false;
    const { done, ns } = feed.accept(reply.frame, reply.log, reply.series);
    if (!wasDone && done) this.#ended(lane, ns);
  }

  /** Accepts the answer to a seek of a lane. */
  jump(lane: number, reply: SoughtFrame): void {
    const feed = this.#feeds[lane];
    if (!feed) return;
    const wasDone = feed.frame?.done ?? false;
    const { done, ns } = feed.jump(reply);
    if (done !== wasDone) this.#ended(lane, done ? ns : null);
  }

  /** Advances lanes by a stretch. */
  async advance(lanes: readonly number[], step: Advance): Promise<void> {
    await Promise.all(lanes.map(async (i) => this.accept(i, await this.#engines[i]?.ask('advance', step))));
  }

  /** Updates the frame and the series of lanes at their present moment. */
  settle(lanes: readonly number[]): Promise<void> {
    return this.advance(lanes, STILL);
  }

  /** Seeks in all lanes, or in the `moved` ones; in `lane` to the state after so many events. */
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

  /** Sends flips to the lanes whose flips differ. The document differs from the loaded one in nothing else. */
  async flip(scenario: Scenario): Promise<void> {
    const before = this.#loaded;
    await Promise.all(
      scenario.lanes.map(async ({ flips = [] }, i) => {
        if (!sameDocument(flips, before?.lanes[i]?.flips ?? []))
          this.accept(i, await this.engine(i)?.ask('flips', flips));
      }),
    );
    // `dispose` may have been called meanwhile.
    if (this.#loaded === before) this.#loaded = scenario;
  }

  /** The answers of all loaded lanes. */
  askAll<N extends keyof ReadOnlyQueries>(
    name: N,
    ...args: Parameters<ReadOnlyQueries[N]>
  ): Promise<readonly ReturnType<ReadOnlyQueries[N]>[]> {
    return Promise.all(this.#engines.slice(0, this.#feeds.length).map((engine) => engine.ask(name, ...args)));
  }

  /** The search result of each lane, from `ns` on. */
  find(what: Found, ns: number, task: number | null): Promise<readonly (Place | null)[]> {
    return this.askAll('find', what, ns, task);
  }

  /** The decisions of both lanes in order, up to `untilNs`; empty with a single lane. */
  async trails(fromNs: number | null, untilNs: number): Promise<readonly TrailAnswer[]> {
    if (this.#feeds.length < 2) return [];
    return Promise.all(this.#engines.map((engine) => engine.ask('trail', fromNs, untilNs)));
  }

  /** The errors of a text as a scenario document; null: there is no engine. */
  async check(text: string): Promise<readonly FieldError[] | null> {
    const [engine] = this.#engines;
    if (!engine) return null;
    try {
      await engine.ask('check', text);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      if (thrown.errors.some(({ fault }) => fault.kind !== 'not_compiled')) return thrown.errors;
    }
    // All else is right: the sources may still have faults.
    const scenario = JSON.parse(text) as Scenario;
    try {
      await Promise.all(scenario.lanes.map((_, i) => attachmentsOf(scenario, i)));
      return [];
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      return thrown.errors;
    }
  }

  /** Ends the engines; the next load starts new ones. */
  dispose(): void {
    discard(this.#engines);
    this.#engines = [];
    this.#loaded = null;
  }
}
