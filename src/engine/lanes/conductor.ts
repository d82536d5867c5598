/**
 * Synchronizes the lanes: advances their engines or seeks in them, and passes the answers to the feeds. Runs one task
 * at a time, in the order of the calls. Depends on neither React nor the stores.
 */
import { differsInFlips, movedTo, onPath } from '../../scenario/forks';
import type { FieldError, Scenario } from '../../scenario/generated/types';
import { Dismissed, EngineFault, Refusal } from '../port/port';
import { Clock, type Stretch } from './clock';
import type { Lane } from './lane';
import { Lanes } from './lanes';
import type { Pace } from './pace';
import { PlaybackState } from './playbackState';
import type { LaneEngine, Loaded, ReadOnlyQueries, Sought, TrailAnswer } from './questions';
import { runToStart, type SeekOptions, type SeekTarget, seekAll } from './seek';
import { SerialQueue } from './serialQueue';
import { align, decisionNear, standBefore, stepBack, stepOn } from './steps';

export interface Listener {
  /** Called when a scenario is loaded, with its feeds. */
  loaded(scenario: Scenario, lanes: readonly Lane[]): void;
  refused(scenario: Scenario, errors: readonly FieldError[]): void;
  /** Called after a fault; the engines have ended. `wasPlaying`: the lanes played until then. */
  faulted(message: string, wasPlaying: boolean): void;
  /** Called when a lane has reached its end at `ns`, or (null) has left it. */
  ended(lane: number, ns: number | null): void;
  playing(playing: boolean): void;
  /** The progress of a long load or seek to a moment (ns); null: it has ended. */
  onProgress(fraction: number | null, ns: number): void;
}

/** Real time a lane may spend on one animation frame (ms). */
const BUDGET_MS = 12;

export class Conductor {
  readonly #listener: Listener;
  readonly #clock = new Clock();
  readonly #queue = new SerialQueue((thrown) => this.#fault(thrown));
  readonly #lanes: Lanes;
  readonly #playback: PlaybackState;
  /** The target of a seek that waits in the queue (ns). */
  #soughtNs: number | null = null;
  /** The target of the load or seek under way, or of the one that a fault ended (ns). */
  #targetNs: number | null = null;

  constructor(start: () => Promise<LaneEngine>, listener: Listener) {
    this.#listener = listener;
    this.#lanes = new Lanes(start, (lane, ns) => listener.ended(lane, ns));
    this.#playback = new PlaybackState((playing) => listener.playing(playing));
  }

  /** The moment the page shows (ns): every lane has reached it or has ended. */
  get clockNs(): number {
    return this.#clock.ns;
  }
  /** The furthest moment of this run that was shown (ns). */
  get furthestNs(): number {
    return this.#clock.furthestNs;
  }
  /** The target of the load or seek under way (ns), also after a fault; without one the present moment. */
  get headedNs(): number {
    return this.#soughtNs ?? this.#targetNs ?? this.#clock.ns;
  }
  /** Whether a load or a seek is under way or waits in the queue. */
  get headed(): boolean {
    return this.#soughtNs !== null || this.#targetNs !== null;
  }
  /** The document that is loaded in the engines; null: none. */
  get loaded(): Scenario | null {
    return this.#lanes.loaded;
  }
  get lanes(): readonly Lane[] {
    return this.#lanes.feeds;
  }
  get playing(): boolean {
    return this.#playback.playing;
  }
  /** Whether it plays, or will play after the load. */
  get willPlay(): boolean {
    return this.#playback.willPlay;
  }
  get loading(): boolean {
    return this.#playback.kind === 'loading';
  }

  setPace(pace: Pace): void {
    this.#clock.pace = pace;
  }
  setSpeed(speed: number): void {
    this.#clock.speed = speed;
  }

  /** Plays; during a load, after it. */
  play(): void {
    this.#playback.play(() => this.#lanes.engines.length > 0 && this.#lanes.running().length > 0);
  }

  /** Pauses. `cuts`: also cancels the load or seek under way. */
  pause(cuts = true): void {
    const wasPlaying = this.playing;
    if (cuts) this.#playback.cut();
    this.#playback.cancelPlay();
    this.#playback.stop();
    if (!wasPlaying) return;
    void this.#enqueue(() => align(this.#lanes, this.#clock));
  }

  /**
   * Loads a scenario and runs to its start moment. Of several loads in quick succession only the last is completed; a
   * load or a pause cancels the load before. A function is called when the load starts.
   */
  load(scenario: Scenario | (() => Scenario), startNs = 0): Promise<void> {
    const operation = this.#playback.load(startNs);
    this.#soughtNs = null;
    this.#targetNs = startNs;
    return this.#enqueue(async () => {
      if (!this.#playback.isCurrent(operation)) return;
      try {
        await this.#load(typeof scenario === 'function' ? scenario() : scenario, operation.target);
        if (this.#playback.isCurrent(operation)) this.#targetNs = null;
      } finally {
        this.#playback.end(operation);
      }
      if (operation.after === 'play' && !this.loading) this.play();
    });
  }

  /** The answer of a lane's engine; null: there is no such lane. */
  ask<N extends keyof ReadOnlyQueries>(
    lane: number,
    name: N,
    ...args: Parameters<ReadOnlyQueries[N]>
  ): Promise<ReturnType<ReadOnlyQueries[N]> | null> {
    return this.#queue.run(async () => (await this.#lanes.engine(lane)?.ask(name, ...args)) ?? null, null);
  }

  /** The answers of all lanes, at one moment. */
  askAll<N extends keyof ReadOnlyQueries>(
    name: N,
    ...args: Parameters<ReadOnlyQueries[N]>
  ): Promise<readonly ReturnType<ReadOnlyQueries[N]>[]> {
    return this.#queue.run(() => this.#lanes.askAll(name, ...args), []);
  }

  /** The decisions of both lanes in order, from `fromNs` on; null: continues after the last answer. */
  trails(fromNs: number | null): Promise<readonly TrailAnswer[]> {
    return this.#queue.run(() => this.#lanes.trails(fromNs, this.furthestNs), []);
  }

  /** The errors of a text as a scenario document; null: there is no engine. */
  check(text: string): Promise<readonly FieldError[] | null> {
    return this.#queue.run(() => this.#lanes.check(text), null);
  }

  /** Simulates the next event of both lanes, which `stepBack` undoes. */
  step(): Promise<void> {
    return this.#enqueue(async () => {
      if (await stepOn(this.#lanes, this.#clock)) this.#finish();
    });
  }

  /**
   * Sends the flips of a document that differs from the loaded one in nothing else, and keeps the moment. `document` is
   * called when the flip starts. A flip at the present moment of a lane moves to the moment that the lane has reached
   * since. Resolves to the loaded document; null: it differs in more, or there are no engines.
   */
  flip(document: () => Scenario): Promise<Scenario | null> {
    const madeNs = this.#lanes.feeds.map((_, i) => this.#lanes.reached(i));
    return this.#queue.run(async () => {
      const wanted = document();
      const { loaded } = this.#lanes;
      if (!loaded || !differsInFlips(loaded, wanted)) return null;
      const before = wanted.lanes.map((_, i) => this.#lanes.reached(i));
      const lanes = wanted.lanes.map((lane, i) => {
        const passed = loaded.lanes[i] ?? lane;
        const flips = movedTo(before[i] ?? 0, madeNs[i] ?? 0, lane, passed);
        return onPath(lane, { features: lane.features, flips: [...flips] });
      });
      const next = { ...wanted, lanes };
      this.#clock.remember();
      const { ns } = this.#clock;
      await this.#lanes.flip(next);
      // A lane that has passed other flips goes back to the first that differs.
      const back = before.filter((at, i) => this.#lanes.reached(i) < at);
      if (back.length > 0) await this.#goTo(Math.max(ns, ...back));
      return next;
    }, null);
  }

  /**
   * Seeks to the exact state at another moment (ns) in both lanes. Of several seeks in quick succession only the last
   * is completed; a pause cancels a long seek.
   */
  seek(ns: number): Promise<void> {
    this.#soughtNs = Math.max(0, Math.floor(ns));
    if (this.#playback.kind === 'seeking') this.#playback.cut();
    return this.#enqueue(async () => {
      const to = this.#soughtNs;
      this.#soughtNs = null;
      // A previous seek has reached the target.
      if (to === null) return;
      this.#clock.remember();
      await this.#goTo(to);
    });
  }

  /** Undoes the last event of both lanes; of two at the same time, that of lane B. */
  stepBack(): Promise<void> {
    return this.#enqueue(() => stepBack(this.#lanes, this.#clock, this.#seekOptions));
  }

  /**
   * Seeks to the next or the last decision of either lane, about `task` if given. Resolves to whether one was found.
   */
  stepDecision(direction: 'next' | 'last', task: number | null): Promise<boolean> {
    return this.#queue.run(async () => {
      this.#clock.remember();
      const ns = await decisionNear(this.#lanes, this.#clock, direction, task);
      if (ns !== null) await this.#goTo(ns);
      return ns !== null;
    }, false);
  }

  /** Seeks to the moment before a decision of a lane. Resolves to its record; null: none found. */
  standBefore(lane: number, sought: Sought): Promise<Uint32Array | null> {
    return this.#queue.run(() => standBefore(this.#lanes, this.#clock, lane, sought, this.#seekOptions), null);
  }

  /** Ends the engines and drops the queued tasks; the next load starts new engines. */
  dispose(): void {
    this.#queue.clear();
    this.#soughtNs = null;
    this.#targetNs = null;
    this.#lanes.dispose();
  }

  /** Called once per animation frame. */
  tick(nowMs: number): void {
    if (this.#queue.isBusy) return;
    if (this.#playback.kind !== 'playing') {
      this.#clock.pass(nowMs);
      return;
    }
    const stretch = this.#clock.next(nowMs);
    void this.#enqueue(() => this.#advance(stretch));
  }

  async #advance(stretch: Stretch): Promise<void> {
    const running = this.#lanes.running();
    const { withSeries } = stretch;
    await this.#lanes.advance(running, { ...this.#clock.logged(stretch.untilNs), budgetMs: BUDGET_MS, withSeries });
    const left = this.#lanes.running();
    if (!withSeries) await this.#lanes.settle(running.filter((i) => !left.includes(i)));
    this.#clock.went(stretch, this.#lanes.slowestReached());
    // The end of a run does not stop the next one, which is loading.
    if (!this.loading) this.#finish();
  }

  async #load(scenario: Scenario, target: SeekTarget): Promise<void> {
    let loaded: readonly Loaded[];
    try {
      loaded = await this.#lanes.load(scenario);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      this.#listener.refused(scenario, thrown.errors);
      return;
    }
    // The screen keeps the old run until the lanes are at the start moment.
    const arrived = await runToStart(this.#lanes.engines, target, this.#seekOptions(target.toNs));
    const feeds = this.#lanes.show(loaded);
    this.#clock.begin();
    this.#listener.loaded(scenario, feeds);
    if (arrived.length === 0) return this.#lanes.settle(feeds.map((_, i) => i));
    this.#lanes.open(arrived);
    this.#clock.reach(this.#lanes.slowestReached() ?? 0);
    this.#finish();
  }

  /** Seeks in all lanes. */
  async #goTo(ns: number): Promise<void> {
    const { engines } = this.#lanes;
    // A waiting load has set the target already.
    if (!this.loading) this.#targetNs = ns;
    if (engines.length === 0) return;
    // If another seek waits, the lanes stop at a common moment near the present one.
    const target: SeekTarget = { toNs: Math.floor(ns), isCut: this.#soughtNs !== null };
    const operation = this.#playback.seek(target);
    try {
      const there = await seekAll(engines, target, this.#seekOptions(target.toNs));
      for (const [i, reply] of there.replies.entries()) this.#lanes.jump(i, reply);
      this.#clock.jump(there.ns, performance.now());
      if (this.#playback.isCurrent(operation)) this.#targetNs = null;
      this.#finish();
    } finally {
      this.#playback.end(operation);
    }
  }

  readonly #seekOptions = (ns: number): SeekOptions => {
    const { level, windowNs } = this.#clock.logged(ns);
    return { level, windowNs, onProgress: (fraction, toNs) => this.#listener.onProgress(fraction, toNs) };
  };

  /** Stops playback when every lane has ended. */
  #finish(): void {
    if (this.#lanes.running().length > 0) return;
    this.#clock.reach(this.#lanes.furthestReached());
    this.#playback.stop();
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    return this.#queue.run(work, undefined);
  }

  /** A fault ends the run and the engines. A rejection after `dispose` is not a fault. */
  #fault(thrown: unknown): void {
    if (thrown instanceof Dismissed) return;
    const wasPlaying = this.playing;
    this.#lanes.dispose();
    this.#playback.cancelPlay();
    this.#playback.stop();
    this.#listener.faulted(thrown instanceof EngineFault ? thrown.message : String(thrown), wasPlaying);
  }
}
