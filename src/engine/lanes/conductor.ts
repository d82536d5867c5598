/**
 * Keeps the lanes in step: asks their engines for the next stretch of time, or for another moment, and hands what comes
 * back to the feeds. One thing at a time, in the order in which it was asked for. Knows neither React nor the stores.
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

/** What the conductor tells whoever conducts. */
export interface Listener {
  /** A scenario is loaded: these are the feeds from now on. */
  loaded(scenario: Scenario, lanes: readonly Lane[]): void;
  refused(scenario: Scenario, errors: readonly FieldError[]): void;
  /** The engines are gone. `wasPlaying`: until then the lanes played. */
  faulted(message: string, wasPlaying: boolean): void;
  /** A lane has come to its end at `ns`, or (null) no longer stands there. */
  ended(lane: number, ns: number | null): void;
  playing(playing: boolean): void;
  /** How much of the way to a moment (ns) is done, while that takes long enough to be noticed; then null. */
  approaching(share: number | null, ns: number): void;
}

/** Real time a lane may spend on one animation frame (ms). */
const BUDGET_MS = 12;

export class Conductor {
  readonly #listener: Listener;
  readonly #clock = new Clock();
  readonly #queue = new SerialQueue((thrown) => this.#fault(thrown));
  readonly #lanes: Lanes;
  readonly #playback: PlaybackState;
  /** The moment of a seek whose turn has not come (ns). */
  #soughtNs: number | null = null;
  /** The moment of the load or seek under way (ns), or of the one that a fault ended. */
  #targetNs: number | null = null;

  constructor(start: () => Promise<LaneEngine>, listener: Listener) {
    this.#listener = listener;
    this.#lanes = new Lanes(start, (lane, ns) => listener.ended(lane, ns));
    this.#playback = new PlaybackState((playing) => listener.playing(playing));
  }

  /** The moment the page shows (ns): what every lane that goes on has reached. */
  get clockNs(): number {
    return this.#clock.ns;
  }
  /** The furthest moment that was shown of this run (ns). */
  get furthestNs(): number {
    return this.#clock.furthestNs;
  }
  /** The moment (ns) the lanes are on their way to, also where a fault has kept them from it; else where they stand. */
  get headedNs(): number {
    return this.#soughtNs ?? this.#targetNs ?? this.#clock.ns;
  }
  /** Whether the lanes are on their way to another moment, or will be when the queue comes to it. */
  get headed(): boolean {
    return this.#soughtNs !== null || this.#targetNs !== null;
  }
  /** The document as the engines have it; null: they have none. */
  get loaded(): Scenario | null {
    return this.#lanes.loaded;
  }
  get lanes(): readonly Lane[] {
    return this.#lanes.feeds;
  }
  get playing(): boolean {
    return this.#playback.playing;
  }
  /** It plays, or will as soon as the scenario is loaded. */
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

  /** While a scenario is being loaded: plays as soon as it stands at its start moment. */
  play(): void {
    this.#playback.play(() => this.#lanes.engines.length > 0 && this.#lanes.going().length > 0);
  }

  /** Cuts the way to a moment short, unless it is to be gone to its end. */
  pause(cuts = true): void {
    const wasPlaying = this.playing;
    if (cuts) this.#playback.cut();
    this.#playback.cancelPlay();
    this.#playback.stop();
    if (!wasPlaying) return;
    void this.#enqueue(() => align(this.#lanes, this.#clock));
  }

  /**
   * Loads a scenario and stands at its start moment. Loads asked for in a hurry are skipped but the last,
   * and the way of the one before is cut short; so it is by a pause. A function is asked for it when its turn has come.
   */
  load(scenario: Scenario | (() => Scenario), startNs = 0): Promise<void> {
    const own = this.#playback.load(startNs);
    this.#soughtNs = null;
    this.#targetNs = startNs;
    return this.#enqueue(async () => {
      if (!this.#playback.isCurrent(own)) return;
      try {
        await this.#load(typeof scenario === 'function' ? scenario() : scenario, own.target);
        if (this.#playback.isCurrent(own)) this.#targetNs = null;
      } finally {
        this.#playback.end(own);
      }
      if (own.after === 'play' && !this.loading) this.play();
    });
  }

  /** What a lane's engine answers when its turn has come; null: there is no such lane any more. */
  ask<N extends keyof ReadOnlyQueries>(
    lane: number,
    name: N,
    ...args: Parameters<ReadOnlyQueries[N]>
  ): Promise<ReturnType<ReadOnlyQueries[N]> | null> {
    return this.#queue.run(async () => (await this.#lanes.engine(lane)?.ask(name, ...args)) ?? null, null);
  }

  /** What every lane answers, all at one moment. */
  askAll<N extends keyof ReadOnlyQueries>(
    name: N,
    ...args: Parameters<ReadOnlyQueries[N]>
  ): Promise<readonly ReturnType<ReadOnlyQueries[N]>[]> {
    return this.#queue.run(() => this.#lanes.askAll(name, ...args), []);
  }

  /** The decisions of both lanes in order, from `fromNs` on or from where the last answer ended. */
  trails(fromNs: number | null): Promise<readonly TrailAnswer[]> {
    return this.#queue.run(() => this.#lanes.trails(fromNs, this.furthestNs), []);
  }

  /** What is wrong with a text as a scenario document; null when an engine could not be asked. */
  check(text: string): Promise<readonly FieldError[] | null> {
    return this.#queue.run(() => this.#lanes.check(text), null);
  }

  /** The event that comes next, in whichever lane it does: what `stepBack` undoes. */
  step(): Promise<void> {
    return this.#enqueue(async () => {
      if (await stepOn(this.#lanes, this.#clock)) this.#finish();
    });
  }

  /**
   * Gives the lanes the flips of a document that differs from the loaded one in nothing else, and stands at the same moment.
   * The document is read when the queue comes to it. A flip made where a lane stood moves to where the lane has come to since.
   * Resolves to the document as the engines have it; null where it differs in more, or the engines are gone.
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
      // A lane that had passed other flips has gone back to where they begin to differ.
      const back = before.filter((at, i) => this.#lanes.reached(i) < at);
      if (back.length > 0) await this.#goTo(Math.max(ns, ...back));
      return next;
    }, null);
  }

  /**
   * Stands at another moment (ns): the exact state, in both lanes. Of moments asked for in a hurry only the
   * last is gone to; a pause cuts a long way short.
   */
  seek(ns: number): Promise<void> {
    this.#soughtNs = Math.max(0, Math.floor(ns));
    if (this.#playback.kind === 'seeking') this.#playback.cut();
    return this.#enqueue(async () => {
      const to = this.#soughtNs;
      this.#soughtNs = null;
      // The turn of one before has gone there.
      if (to === null) return;
      this.#clock.remember();
      await this.#goTo(to);
    });
  }

  /** Undoes the event that happened last, in whichever lane it did; of two at one time that of lane B. */
  stepBack(): Promise<void> {
    return this.#enqueue(() => stepBack(this.#lanes, this.#clock, this.#seekOptions));
  }

  /**
   * Goes to the moment after or before this one at which something was decided (about `task`, where one is
   * given) in either lane. Resolves to whether there is one within reach.
   */
  stepDecision(way: 'next' | 'last', task: number | null): Promise<boolean> {
    return this.#queue.run(async () => {
      this.#clock.remember();
      const ns = await decisionNear(this.#lanes, this.#clock, way, task);
      if (ns !== null) await this.#goTo(ns);
      return ns !== null;
    }, false);
  }

  /**
   * Stands before the event of a lane in which a decision was made. Resolves to its record; null when there is
   * none within reach.
   */
  standBefore(lane: number, sought: Sought): Promise<Uint32Array | null> {
    return this.#queue.run(() => standBefore(this.#lanes, this.#clock, lane, sought, this.#seekOptions), null);
  }

  /** Throws the engines away, and what waits for them; the next load starts new ones. */
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
    const going = this.#lanes.going();
    const { withSeries } = stretch;
    await this.#lanes.advance(going, { ...this.#clock.logged(stretch.untilNs), budgetMs: BUDGET_MS, withSeries });
    const left = this.#lanes.going();
    if (!withSeries) await this.#lanes.settle(going.filter((i) => !left.includes(i)));
    this.#clock.went(stretch, this.#lanes.slowestReached());
    // The end of a run that another one follows stops nothing.
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
    // What is on the screen stays until the lanes have come to the start moment.
    const arrived = await runToStart(this.#lanes.engines, target, this.#seekOptions(target.toNs));
    const feeds = this.#lanes.show(loaded);
    this.#clock.begin();
    this.#listener.loaded(scenario, feeds);
    if (arrived.length === 0) return this.#lanes.settle(feeds.map((_, i) => i));
    this.#lanes.open(arrived);
    this.#clock.reach(this.#lanes.slowestReached() ?? 0);
    this.#finish();
  }

  /** Brings all lanes to a moment, wherever they stand. */
  async #goTo(ns: number): Promise<void> {
    const { engines } = this.#lanes;
    // Another load may be waiting, which goes elsewhere.
    if (!this.loading) this.#targetNs = ns;
    if (engines.length === 0) return;
    // Where another moment is wanted already, the lanes come to one moment where they are.
    const target: SeekTarget = { toNs: Math.floor(ns), isCut: this.#soughtNs !== null };
    const own = this.#playback.seek(target);
    try {
      const there = await seekAll(engines, target, this.#seekOptions(target.toNs));
      for (const [i, reply] of there.replies.entries()) this.#lanes.jump(i, reply);
      this.#clock.jump(there.ns, performance.now());
      if (this.#playback.isCurrent(own)) this.#targetNs = null;
      this.#finish();
    } finally {
      this.#playback.end(own);
    }
  }

  readonly #seekOptions = (ns: number): SeekOptions => {
    const { level, windowNs } = this.#clock.logged(ns);
    return { level, windowNs, onProgress: (share, toNs) => this.#listener.approaching(share, toNs) };
  };

  /** Stops where every lane has come to its end. */
  #finish(): void {
    if (this.#lanes.going().length > 0) return;
    this.#clock.reach(this.#lanes.furthestReached());
    this.#playback.stop();
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    return this.#queue.run(work, undefined);
  }

  /** A fault ends the run and empties the engines; nobody is told of an end that was asked for. */
  #fault(thrown: unknown): void {
    if (thrown instanceof Dismissed) return;
    const wasPlaying = this.playing;
    this.#lanes.dispose();
    this.#playback.cancelPlay();
    this.#playback.stop();
    this.#listener.faulted(thrown instanceof EngineFault ? thrown.message : String(thrown), wasPlaying);
  }
}
