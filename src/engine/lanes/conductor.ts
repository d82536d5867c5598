/**
 * The simulated clock of the page: asks the lanes' engines for the next stretch of time, in
 * lock-step, and hands what comes back to the feeds. Knows neither React nor the stores.
 */
import type { FieldError, Flip, Scenario } from '../../scenario/generated/types';
import { EngineFault, Refusal } from '../port/port';
import { FrameView } from '../wire/frame';
import { Lane } from './lane';
import { DEFAULT_SPEED, drawnAs, type Pace, SPEEDS, timelineWindowNs } from './pace';
import {
  type Advance,
  type Found,
  type Frame,
  type LaneEngine,
  type Loaded,
  LogLevel,
  type Looks,
  type Place,
  type Sought,
  type TrailAnswer,
} from './questions';

/** What the conductor tells whoever conducts. */
export interface Listener {
  /** A scenario is loaded: these are the feeds from now on. */
  loaded(scenario: Scenario, lanes: readonly Lane[]): void;
  refused(scenario: Scenario, errors: readonly FieldError[]): void;
  faulted(message: string): void;
  /** A lane has come to its end at `ns`, or (null) no longer stands there. */
  ended(lane: number, ns: number | null): void;
  playing(playing: boolean): void;
  /** How much of the way to a moment (ns) is done, while that takes long enough to be noticed; then null. */
  approaching(share: number | null, ns: number): void;
}

/** Real time a lane may spend on one animation frame (ms). */
const BUDGET_MS = 12;
/** Real time a lane may take to come to a moment that is sought before it says how far it is (ms). */
const SEEK_MS = 90;
/** Real time of one go on the way to a moment; after each a pause may cut the way to a start moment short (ms). */
const JUMP_MS = 60;
/** Brings the frame up to where a lane stands, moves between units included, and goes nowhere. */
const STILL: Advance = { untilNs: 0, budgetMs: 0, level: LogLevel.off, windowNs: 0, withSeries: true };
/** A way that takes longer is said (ms). */
const NOTICED_MS = 200;
/** After a stall the clock goes on, it does not catch up. */
const LONGEST_FRAME_MS = 100;
const SERIES_EVERY_MS = 100;
const FIRST_RACE_STEP_NS = 100_000;
const LEAST_RACE_STEP_NS = 1_000;
/** How the stretch of a race follows what the slower lane manages within its budget. */
const LONGER = 1.15;
const SHORTER = 0.6;

/** The lane whose moment comes first, or last, as steps take turns at one time; null: none has one. */
function nearest(moments: readonly (Place | null)[], way: 'next' | 'last'): number | null {
  let best: number | null = null;
  for (const [i, moment] of moments.entries()) {
    const than = moments[best ?? -1];
    if (moment && (!than || (way === 'next' ? moment.ns < than.ns : moment.ns >= than.ns))) best = i;
  }
  return best;
}

export class Conductor {
  readonly #start: () => Promise<LaneEngine>;
  readonly #listener: Listener;
  #engines: LaneEngine[] = [];
  #lanes: Lane[] = [];
  #wanted: { readonly scenario: Scenario } | null = null;
  #queue: Promise<void> = Promise.resolve();
  #pending = 0;
  #loading = 0;
  #playing = false;
  /** Play was asked for while a scenario was being loaded. */
  #playLoaded = false;
  #pace: Pace = 'watch';
  #speed = DEFAULT_SPEED;
  #clockNs = 0;
  #lastMs = 0;
  #seriesMs = Number.NEGATIVE_INFINITY;
  #raceStepNs = FIRST_RACE_STEP_NS;
  /** Where the lanes of a race are going. */
  #horizonNs = 0;
  /** Grows when the way to a start moment is to be cut short. */
  #cuts = 0;
  /** The furthest moment that was shown of this run (ns). */
  #furthestNs = 0;
  /** The moment that is sought; of several asked for in a hurry, the last (ns). */
  #soughtNs: number | null = null;
  /** The moment the last load goes to (ns). */
  #headedNs = 0;

  constructor(start: () => Promise<LaneEngine>, listener: Listener) {
    this.#start = start;
    this.#listener = listener;
  }

  /** The moment the page shows (ns): what every lane that goes on has reached. */
  get clockNs(): number {
    return this.#clockNs;
  }
  /** The furthest moment that was shown of this run (ns). */
  get furthestNs(): number {
    return Math.max(this.#furthestNs, this.#clockNs);
  }
  /** The moment (ns) the lanes are on their way to while a scenario is loaded; then where they stand. */
  get headedNs(): number {
    return this.loading ? this.#headedNs : this.#clockNs;
  }
  get lanes(): readonly Lane[] {
    return this.#lanes;
  }
  get playing(): boolean {
    return this.#playing;
  }
  /** It plays, or will as soon as the scenario is loaded. */
  get willPlay(): boolean {
    return this.#playing || this.#playLoaded;
  }
  get loading(): boolean {
    return this.#loading > 0;
  }

  setPace(pace: Pace): void {
    this.#pace = pace;
  }
  setSpeed(speed: number): void {
    this.#speed = speed;
  }

  /** While a scenario is being loaded: plays as soon as it stands at its start moment. */
  play(): void {
    if (this.loading) {
      this.#playLoaded = true;
      return;
    }
    if (this.#lanes.length === 0 || this.#lanes.every((lane) => lane.frame?.done)) return;
    this.#setPlaying(true);
  }

  pause(): void {
    this.#cuts += 1;
    this.#playLoaded = false;
    if (!this.#playing) return;
    this.#setPlaying(false);
    void this.#enqueue(() => this.#align());
  }

  /**
   * Loads a scenario and stands at its start moment. Loads asked for in a hurry are skipped but the last,
   * and the way of the one before is cut short; so it is by a pause.
   */
  load(scenario: Scenario, startNs = 0): Promise<void> {
    this.#cuts += 1;
    const cuts = this.#cuts;
    const wanted = { scenario };
    this.#wanted = wanted;
    this.#headedNs = startNs;
    this.#loading += 1;
    return this.#enqueue(async () => {
      try {
        if (this.#wanted === wanted) await this.#load(scenario, startNs, () => this.#cuts !== cuts);
      } finally {
        this.#loading -= 1;
      }
      if (this.#loading > 0 || !this.#playLoaded) return;
      this.#playLoaded = false;
      this.play();
    });
  }

  /** What a lane's engine answers when its turn has come; null: there is no such lane any more. */
  async ask<N extends keyof Looks>(
    lane: number,
    name: N,
    ...args: Parameters<Looks[N]>
  ): Promise<ReturnType<Looks[N]> | null> {
    let answer: ReturnType<Looks[N]> | null = null;
    await this.#enqueue(async () => {
      const engine = this.#engines[lane];
      if (this.#lanes[lane] && engine) answer = await engine.ask(name, ...args);
    });
    return answer;
  }

  /** What every lane answers, all at one moment. */
  async askAll<N extends keyof Looks>(
    name: N,
    ...args: Parameters<Looks[N]>
  ): Promise<readonly ReturnType<Looks[N]>[]> {
    let answers: readonly ReturnType<Looks[N]>[] = [];
    await this.#enqueue(async () => {
      const engines = this.#engines.slice(0, this.#lanes.length);
      answers = await Promise.all(engines.map((engine) => engine.ask(name, ...args)));
    });
    return answers;
  }

  /** What is wrong with a text as a scenario document; null when an engine could not be asked. */
  async check(text: string): Promise<readonly FieldError[] | null> {
    let errors: readonly FieldError[] | null = null;
    await this.#enqueue(async () => {
      try {
        await this.#engines[0]?.ask('check', text);
        errors = this.#engines[0] ? [] : null;
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown;
        errors = thrown.errors;
      }
    });
    return errors;
  }

  /** The event that comes next, in whichever lane it does: what `stepBack` undoes. */
  step(): Promise<void> {
    return this.#enqueue(async () => {
      const going = this.#going();
      // Where no lane has another event, all that is left is its end.
      const lane = nearest(await this.#find('next-event', null), 'next') ?? going[0];
      const engine = lane === undefined ? undefined : this.#engines[lane];
      if (lane === undefined || !engine) return;
      this.#accept(lane, await engine.ask('step'));
      this.#clockNs = Math.max(this.#clockNs, this.#reached(lane));
      this.#finish();
    });
  }

  /**
   * Gives a lane other flips from where it stands on: `turned` makes them of the moment (ns) the lane has
   * reached. Resolves to them; null when the engines are gone.
   */
  async fork(lane: number, turned: (ns: number) => readonly Flip[]): Promise<readonly Flip[] | null> {
    let flips: readonly Flip[] | null = null;
    await this.#enqueue(async () => {
      const engine = this.#engines[lane];
      if (!engine || !this.#lanes[lane]) return;
      this.#remember();
      const next = turned(this.#reached(lane));
      this.#accept(lane, await engine.ask('flips', next));
      flips = next;
    });
    return flips;
  }

  /** Gives every lane the flips of a scenario that differs in nothing else, and stands at the same moment. */
  turn(scenario: Scenario): Promise<void> {
    return this.#enqueue(async () => {
      this.#remember();
      const ns = this.#clockNs;
      await Promise.all(scenario.lanes.map(async (lane, i) => this.#engines[i]?.ask('flips', lane.flips ?? [])));
      await this.#goTo(ns);
    });
  }

  /**
   * Stands at another moment (ns): the exact state, in both lanes. Of moments asked for in a hurry only the
   * last is gone to; a pause cuts a long way short.
   */
  seek(ns: number): Promise<void> {
    const waiting = this.#soughtNs !== null;
    this.#soughtNs = Math.max(0, Math.floor(ns));
    if (waiting) return this.#queue;
    return this.#enqueue(async () => {
      const to = this.#soughtNs;
      this.#soughtNs = null;
      if (to === null || this.#lanes.length === 0) return;
      this.#remember();
      await this.#goTo(to);
    });
  }

  /** Undoes the event that happened last, in whichever lane it did; of two at one time that of lane B. */
  stepBack(): Promise<void> {
    return this.#enqueue(async () => {
      this.#remember();
      const events = await this.#find('last-event', null);
      const lane = nearest(events, 'last');
      const last = events[lane ?? -1];
      if (lane === null || !last) return;
      // In the other lane nothing may have happened since.
      const undone = this.#engines.map((_, i) => i === lane || this.#reached(i) > last.ns);
      await this.#stand(last.ns, lane, last.events - 1, undone);
      this.#clockNs = Math.max(...this.#lanes.map((_, i) => this.#reached(i)));
    });
  }

  /**
   * Goes to the moment after or before this one at which something was decided (about `task`, where one is
   * given) in either lane. Resolves to whether there is one within reach.
   */
  async stepDecision(way: 'next' | 'last', task: number | null): Promise<boolean> {
    let found = false;
    await this.#enqueue(async () => {
      this.#remember();
      const decisions = await this.#find(`${way}-decision`, task);
      const lane = nearest(decisions, way);
      const ns = decisions[lane ?? -1]?.ns;
      if (ns === undefined) return;
      found = true;
      await this.#goTo(ns);
    });
    return found;
  }

  /**
   * Stands before the event of a lane in which a decision was made. Resolves to its record; null when there is
   * none within reach.
   */
  async standBefore(lane: number, sought: Sought): Promise<Uint32Array | null> {
    let record: Uint32Array | null = null;
    await this.#enqueue(async () => {
      this.#remember();
      const found = await this.#engines[lane]?.ask('decision', sought);
      if (!found || !this.#lanes[lane]) return;
      await this.#stand(found.ns, lane, found.events);
      this.#clockNs = found.ns;
      record = found.record;
    });
    return record;
  }

  /** The decisions of both lanes in order, from `fromNs` on or from where the last answer ended. */
  async trails(fromNs: number | null): Promise<readonly TrailAnswer[]> {
    let replies: readonly TrailAnswer[] = [];
    await this.#enqueue(async () => {
      if (this.#lanes.length < 2) return;
      replies = await Promise.all(this.#engines.map((engine) => engine.ask('trail', fromNs, this.furthestNs)));
    });
    return replies;
  }

  /** Throws the engines away; the next load starts new ones. */
  dispose(): void {
    for (const engine of this.#engines) engine.dispose();
    this.#engines = [];
  }

  /** Called once per animation frame. */
  tick(nowMs: number): void {
    if (this.#pending > 0) return;
    if (!this.#playing) {
      this.#lastMs = nowMs;
      return;
    }
    const elapsedMs = Math.min(LONGEST_FRAME_MS, Math.max(0, nowMs - this.#lastMs));
    this.#lastMs = nowMs;
    const withSeries = nowMs - this.#seriesMs >= SERIES_EVERY_MS;
    if (withSeries) this.#seriesMs = nowMs;
    const perSecond = SPEEDS[this.#speed] ?? 0;
    const flatOut = this.#pace === 'race' || !Number.isFinite(perSecond);
    const watched = this.#clockNs + (perSecond * elapsedMs) / 1000;
    // In a race nobody goes on before the slower lane has come to where the other is.
    const raced = this.#horizonNs > this.#clockNs ? this.#horizonNs : this.#clockNs + this.#raceStepNs;
    const untilNs = flatOut ? raced : watched;
    void this.#enqueue(() => this.#advance(untilNs, withSeries, flatOut));
  }

  async #advance(untilNs: number, withSeries: boolean, flatOut: boolean): Promise<void> {
    const from = this.#clockNs;
    const going = this.#going();
    const step = { ...this.#stride(untilNs), budgetMs: BUDGET_MS, withSeries };
    await Promise.all(going.map(async (i) => this.#accept(i, await this.#engines[i]?.ask('advance', step))));
    const left = this.#going();
    if (!withSeries) await this.#settle(going.filter((i) => !left.includes(i)));
    const slowest = Math.min(...left.map((i) => this.#reached(i)));
    const allThere = slowest >= step.untilNs;
    if (left.length > 0) this.#clockNs = Math.max(from, allThere ? untilNs : slowest);
    if (flatOut) {
      this.#raceStepNs = Math.max(LEAST_RACE_STEP_NS, this.#raceStepNs * (allThere ? LONGER : SHORTER));
      this.#horizonNs = untilNs;
    }
    this.#finish();
  }

  async #load(scenario: Scenario, startNs: number, cut: () => boolean): Promise<void> {
    const count = scenario.lanes.length;
    for (const surplus of this.#engines.splice(count)) surplus.dispose();
    while (this.#engines.length < count) this.#engines.push(await this.#start());
    let loaded: readonly Loaded[];
    try {
      loaded = await Promise.all(this.#engines.map((engine, i) => engine.ask('load', scenario, i)));
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      this.#listener.refused(scenario, thrown.errors);
      return;
    }
    // What is on the screen stays until the lanes have come to the start moment.
    const arrived = await this.#approach(startNs, cut);
    this.#lanes = loaded.map(({ machine, tasks }, i) => {
      const old = this.#lanes[i];
      const same = old && old.machine.id === machine.id && String(old.tasks) === String(tasks);
      if (!same) return new Lane(machine, tasks);
      old.reset();
      return old;
    });
    this.#clockNs = 0;
    this.#furthestNs = 0;
    this.#raceStepNs = FIRST_RACE_STEP_NS;
    this.#horizonNs = 0;
    this.#seriesMs = Number.NEGATIVE_INFINITY;
    this.#listener.loaded(scenario, this.#lanes);
    if (arrived.length === 0) return this.#settle(this.#lanes.map((_, i) => i));
    for (const [i, lane] of this.#lanes.entries()) {
      lane.open(arrived.flatMap((replies) => replies[i] ?? []));
      if (lane.frame?.done) this.#listener.ended(i, lane.frame.ns);
    }
    const reached = this.#going().map((i) => this.#reached(i));
    if (reached.length > 0) this.#clockNs = Math.min(...reached);
    this.#finish();
  }

  /**
   * Brings all engines to the start moment, as fast as they go. Returns, lane by lane, where they stood a window
   * before and where they stand, with what was logged between; nothing when there is no way to go.
   */
  async #approach(momentNs: number, cut: () => boolean): Promise<Frame[][]> {
    const startNs = Math.floor(momentNs);
    if (startNs <= 0) return [];
    const began = performance.now();
    const { windowNs } = this.#stride(startNs);
    const beforeNs = Math.max(0, startNs - windowNs);
    const way: Advance = { untilNs: beforeNs, budgetMs: JUMP_MS, level: LogLevel.off, windowNs: 0, withSeries: false };
    /** One go of all engines; where the slowest that goes on and the furthest of all have come to. */
    const go = async (step: Advance) => {
      const replies = await Promise.all(this.#engines.map((engine) => engine.ask('advance', step)));
      const frames = replies.map(({ frame }) => new FrameView(frame));
      const slowest = Math.min(...frames.filter(({ done }) => !done).map(({ ns }) => ns));
      if (performance.now() - began > NOTICED_MS) this.#listener.approaching(Math.min(1, slowest / startNs), startNs);
      return { replies, slowest, furthest: Math.max(...frames.map(({ ns }) => ns)) };
    };
    let at = await go(way);
    while (!cut() && at.slowest < beforeNs) at = await go(way);
    const steps = [at.replies];
    let untilNs: number;
    // The last window is logged, in as many goes as it takes. Cut short, the lanes come to one moment where they are.
    do {
      untilNs = cut() ? at.furthest : startNs;
      at = await go({ untilNs, budgetMs: JUMP_MS, level: LogLevel.switches, windowNs, withSeries: true });
      steps.push(at.replies);
    } while (at.slowest < untilNs);
    this.#listener.approaching(null, startNs);
    return steps;
  }

  /** The moment that is left stays within reach. */
  #remember(): void {
    this.#furthestNs = this.furthestNs;
  }

  #find(what: Found, task: number | null): Promise<readonly (Place | null)[]> {
    return Promise.all(this.#engines.map((engine) => engine.ask('find', what, this.#clockNs, task)));
  }

  /** Brings all lanes to a moment, wherever they stand. */
  async #goTo(ns: number): Promise<void> {
    const cuts = this.#cuts;
    const began = performance.now();
    let to = Math.floor(ns);
    for (;;) {
      const { level, windowNs } = this.#stride(to);
      const goal = { ns: to, events: null, budgetMs: SEEK_MS, level, windowNs };
      const replies = await Promise.all(this.#engines.map((engine) => engine.ask('seek', goal)));
      const frames = replies.map(({ frame }) => new FrameView(frame));
      const slowest = Math.min(...frames.filter(({ done }) => !done).map((frame) => frame.ns));
      if (slowest >= to) {
        this.#listener.approaching(null, ns);
        for (const [i, reply] of replies.entries()) this.#jump(i, reply);
        this.#clockNs = Number.isFinite(slowest) ? to : Math.max(...frames.map((frame) => frame.ns));
        this.#horizonNs = 0;
        this.#lastMs = performance.now();
        return this.#finish();
      }
      // Another moment, or a pause, is wanted instead: both lanes come to one moment where they are.
      if (this.#soughtNs !== null || this.#cuts !== cuts) to = slowest;
      else if (performance.now() - began > NOTICED_MS) this.#listener.approaching(slowest / to, to);
    }
  }

  /** Brings the lanes, or the `moved` ones, to a moment (ns), `lane` after so many events, in as many goes as it takes. */
  async #stand(ns: number, lane: number, events: number, moved?: readonly boolean[]): Promise<void> {
    const { level, windowNs } = this.#stride(ns);
    const stand = async (engine: LaneEngine, i: number) => {
      if (moved?.[i] === false) return;
      for (;;) {
        const to = { ns, events: i === lane ? events : null, budgetMs: SEEK_MS, level, windowNs };
        const reply = await engine.ask('seek', to);
        const at = new FrameView(reply.frame);
        if (at.done || at.ns >= ns - windowNs) return this.#jump(i, reply);
      }
    };
    await Promise.all(this.#engines.map(stand));
  }

  #jump(lane: number, reply: Frame): void {
    const feed = this.#lanes[lane];
    if (!feed) return;
    const wasDone = feed.frame?.done ?? false;
    feed.jump(reply.frame, reply.log, reply.series);
    const done = feed.frame?.done ?? false;
    if (done !== wasDone) this.#listener.ended(lane, done ? (feed.frame?.ns ?? 0) : null);
  }

  /** Lets the lanes that a race left behind come up, so that a pause shows one moment. */
  async #align(): Promise<void> {
    let going = this.#going();
    const furthest = Math.max(...going.map((i) => this.#reached(i)));
    const step = { ...this.#stride(furthest), budgetMs: JUMP_MS, withSeries: true };
    do {
      await Promise.all(going.map(async (i) => this.#accept(i, await this.#engines[i]?.ask('advance', step))));
      going = this.#going().filter((i) => this.#reached(i) < step.untilNs);
    } while (going.length > 0);
    this.#clockNs = Math.max(this.#clockNs, Math.min(...this.#going().map((i) => this.#reached(i)), furthest));
    this.#finish();
  }

  #stride(untilNs: number) {
    return {
      untilNs: Math.floor(untilNs),
      level: drawnAs(this.#pace, this.#speed) === 'race' ? LogLevel.switches : LogLevel.all,
      windowNs: timelineWindowNs(this.#pace, this.#speed),
    };
  }

  /** Brings the frame and the series of lanes that stand still up to where they stand. */
  async #settle(lanes: readonly number[]): Promise<void> {
    await Promise.all(lanes.map(async (i) => this.#accept(i, await this.#engines[i]?.ask('advance', STILL))));
  }

  #accept(lane: number, reply: Frame | undefined): void {
    const feed = this.#lanes[lane];
    if (!feed || !reply) return;
    const wasDone = feed.frame?.done ?? false;
    feed.accept(reply.frame, reply.log, reply.series);
    if (!wasDone && feed.frame?.done) this.#listener.ended(lane, feed.frame.ns);
  }

  /** The lanes that are not at their end. */
  #going(): number[] {
    return this.#lanes.flatMap((lane, i) => (lane.frame?.done ? [] : [i]));
  }

  #reached(lane: number): number {
    return this.#lanes[lane]?.frame?.ns ?? 0;
  }

  #finish(): void {
    if (this.#going().length > 0) return;
    this.#clockNs = Math.max(...this.#lanes.map((lane) => lane.frame?.ns ?? 0));
    this.#setPlaying(false);
  }

  #setPlaying(playing: boolean): void {
    if (playing === this.#playing) return;
    this.#playing = playing;
    this.#listener.playing(playing);
  }

  /** Runs one thing at a time; a fault ends the run and empties the engines. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#pending += 1;
    this.#queue = this.#queue.then(async () => {
      try {
        await work();
      } catch (thrown) {
        this.dispose();
        this.#playLoaded = false;
        this.#setPlaying(false);
        this.#listener.faulted(thrown instanceof EngineFault ? thrown.message : String(thrown));
      } finally {
        this.#pending -= 1;
      }
    });
    return this.#queue;
  }
}
