/**
 * Keeps the lanes in step: asks their engines for the next stretch of time, or for another moment, and hands what comes
 * back to the feeds. Knows neither React nor the stores.
 */
import type { FieldError, Flip, Scenario } from '../../scenario/generated/types';
import { EngineFault, Refusal } from '../port/port';
import { Clock, type Stretch } from './clock';
import { Lane } from './lane';
import type { Pace } from './pace';
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
import { Turns } from './turns';
import { approach, type Going, JUMP_MS, stand, travel, type Way } from './ways';

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

interface Standing {
  readonly is: 'standing';
}
interface Playing {
  readonly is: 'playing';
}
/** The lanes stand at another moment soon, and then go on if they did before. */
interface Seeking {
  readonly is: 'seeking';
  readonly way: Way;
  next: 'stand' | 'go on';
}
/** A scenario is loaded and brought to its start moment. `play`: it was asked for meanwhile. */
interface Loading {
  readonly is: 'loading';
  readonly way: Way;
  next: 'stand' | 'go on' | 'play';
}
/** What the lanes are doing. */
type State = Standing | Playing | Seeking | Loading;

const STANDING: Standing = { is: 'standing' };
const PLAYING: Playing = { is: 'playing' };

/** Whether lanes in a state go on, now or after their way: what the page calls playing. */
const goesOn = (state: State): boolean => state.is === 'playing' || (state.is !== 'standing' && state.next === 'go on');

/** Real time a lane may spend on one animation frame (ms). */
const BUDGET_MS = 12;
/** Brings the frame up to where a lane stands, moves between units included, and goes nowhere. */
const STILL: Advance = { untilNs: 0, budgetMs: 0, level: LogLevel.off, windowNs: 0, withSeries: true };

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
  readonly #clock = new Clock();
  readonly #turns = new Turns((thrown) => this.#fault(thrown));
  /** Empty after a fault. */
  #engines: LaneEngine[] = [];
  #lanes: Lane[] = [];
  #state: State = STANDING;
  /** The moment of a seek whose turn has not come (ns). */
  #soughtNs: number | null = null;

  constructor(start: () => Promise<LaneEngine>, listener: Listener) {
    this.#start = start;
    this.#listener = listener;
  }

  /** The moment the page shows (ns): what every lane that goes on has reached. */
  get clockNs(): number {
    return this.#clock.ns;
  }
  /** The furthest moment that was shown of this run (ns). */
  get furthestNs(): number {
    return this.#clock.furthestNs;
  }
  /** The moment (ns) the lanes are on their way to while a scenario is loaded; then where they stand. */
  get headedNs(): number {
    return this.#state.is === 'loading' ? this.#state.way.toNs : this.#clock.ns;
  }
  get lanes(): readonly Lane[] {
    return this.#lanes;
  }
  get playing(): boolean {
    return goesOn(this.#state);
  }
  /** It plays, or will as soon as the scenario is loaded. */
  get willPlay(): boolean {
    return this.playing || (this.#state.is === 'loading' && this.#state.next === 'play');
  }
  get loading(): boolean {
    return this.#state.is === 'loading';
  }

  setPace(pace: Pace): void {
    this.#clock.pace = pace;
  }
  setSpeed(speed: number): void {
    this.#clock.speed = speed;
  }

  /** While a scenario is being loaded: plays as soon as it stands at its start moment. */
  play(): void {
    const state = this.#state;
    if (goesOn(state)) return;
    if (state.is === 'loading') {
      state.next = 'play';
      return;
    }
    if (this.#engines.length === 0 || this.#going().length === 0) return;
    if (state.is === 'seeking') state.next = 'go on';
    else this.#state = PLAYING;
    this.#listener.playing(true);
  }

  /** Cuts the way to a moment short. */
  pause(): void {
    const wasPlaying = this.playing;
    if ('way' in this.#state) this.#state.way.isCut = true;
    this.#takeBack();
    this.#halt();
    if (wasPlaying) void this.#turn(() => this.#align());
  }

  /**
   * Loads a scenario and stands at its start moment. Loads asked for in a hurry are skipped but the last,
   * and the way of the one before is cut short; so it is by a pause.
   */
  load(scenario: Scenario, startNs = 0): Promise<void> {
    const before = this.#state;
    if ('way' in before) before.way.isCut = true;
    const next = 'next' in before ? before.next : before.is === 'playing' ? 'go on' : 'stand';
    const own: Loading = { is: 'loading', way: { toNs: startNs, isCut: false }, next };
    this.#state = own;
    return this.#turn(async () => {
      if (this.#state !== own) return;
      try {
        await this.#load(scenario, own.way);
      } finally {
        this.#leave(own);
      }
      if (own.next === 'play' && !this.loading) this.play();
    });
  }

  /** What a lane's engine answers when its turn has come; null: there is no such lane any more. */
  ask<N extends keyof Looks>(
    lane: number,
    name: N,
    ...args: Parameters<Looks[N]>
  ): Promise<ReturnType<Looks[N]> | null> {
    return this.#turns.take(async () => (await this.#engineOf(lane)?.ask(name, ...args)) ?? null, null);
  }

  /** What every lane answers, all at one moment. */
  askAll<N extends keyof Looks>(name: N, ...args: Parameters<Looks[N]>): Promise<readonly ReturnType<Looks[N]>[]> {
    return this.#turns.take(() => Promise.all(this.#loaded().map((engine) => engine.ask(name, ...args))), []);
  }

  /** The decisions of both lanes in order, from `fromNs` on or from where the last answer ended. */
  trails(fromNs: number | null): Promise<readonly TrailAnswer[]> {
    return this.#turns.take(async () => {
      if (this.#lanes.length < 2) return [];
      return Promise.all(this.#engines.map((engine) => engine.ask('trail', fromNs, this.furthestNs)));
    }, []);
  }

  /** What is wrong with a text as a scenario document; null when an engine could not be asked. */
  check(text: string): Promise<readonly FieldError[] | null> {
    return this.#turns.take(async () => {
      const [engine] = this.#engines;
      if (!engine) return null;
      try {
        await engine.ask('check', text);
        return [];
      } catch (thrown) {
        if (!(thrown instanceof Refusal)) throw thrown;
        return thrown.errors;
      }
    }, null);
  }

  /** The event that comes next, in whichever lane it does: what `stepBack` undoes. */
  step(): Promise<void> {
    return this.#turn(async () => {
      const going = this.#going();
      // Where no lane has another event, all that is left is its end.
      const lane = nearest(await this.#find('next-event', null), 'next') ?? going[0];
      const engine = lane === undefined ? undefined : this.#engines[lane];
      if (lane === undefined || !engine) return;
      this.#accept(lane, await engine.ask('step'));
      this.#clock.reach(Math.max(this.#clock.ns, this.#reached(lane)));
      this.#finish();
    });
  }

  /**
   * Gives a lane other flips from where it stands on: `turned` makes them of the moment (ns) the lane has
   * reached. Resolves to them; null when the engines are gone.
   */
  fork(lane: number, turned: (ns: number) => readonly Flip[]): Promise<readonly Flip[] | null> {
    return this.#turns.take(async () => {
      const engine = this.#engineOf(lane);
      if (!engine) return null;
      this.#clock.remember();
      const next = turned(this.#reached(lane));
      this.#accept(lane, await engine.ask('flips', next));
      return next;
    }, null);
  }

  /** Gives every lane the flips of a scenario that differs in nothing else, and stands at the same moment. */
  turn(scenario: Scenario): Promise<void> {
    return this.#turn(async () => {
      this.#clock.remember();
      const { ns } = this.#clock;
      await Promise.all(scenario.lanes.map(async (lane, i) => this.#engineOf(i)?.ask('flips', lane.flips ?? [])));
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
    if (this.#state.is === 'seeking') this.#state.way.isCut = true;
    if (waiting) return this.#turns.last();
    return this.#turn(async () => {
      const to = this.#soughtNs;
      this.#soughtNs = null;
      if (to === null) return;
      this.#clock.remember();
      await this.#goTo(to);
    });
  }

  /** Undoes the event that happened last, in whichever lane it did; of two at one time that of lane B. */
  stepBack(): Promise<void> {
    return this.#turn(async () => {
      this.#clock.remember();
      const events = await this.#find('last-event', null);
      const lane = nearest(events, 'last');
      const last = events[lane ?? -1];
      if (lane === null || !last) return;
      // In the other lane nothing may have happened since.
      const undone = this.#engines.map((_, i) => i === lane || this.#reached(i) > last.ns);
      await this.#stand(last.ns, lane, last.events - 1, undone);
      this.#clock.reach(this.#furthestReached());
    });
  }

  /**
   * Goes to the moment after or before this one at which something was decided (about `task`, where one is
   * given) in either lane. Resolves to whether there is one within reach.
   */
  stepDecision(way: 'next' | 'last', task: number | null): Promise<boolean> {
    return this.#turns.take(async () => {
      this.#clock.remember();
      const decisions = await this.#find(`${way}-decision`, task);
      const lane = nearest(decisions, way);
      const ns = decisions[lane ?? -1]?.ns;
      if (ns === undefined) return false;
      await this.#goTo(ns);
      return true;
    }, false);
  }

  /**
   * Stands before the event of a lane in which a decision was made. Resolves to its record; null when there is
   * none within reach.
   */
  standBefore(lane: number, sought: Sought): Promise<Uint32Array | null> {
    return this.#turns.take(async () => {
      this.#clock.remember();
      const found = await this.#engineOf(lane)?.ask('decision', sought);
      if (!found) return null;
      await this.#stand(found.ns, lane, found.events);
      this.#clock.reach(found.ns);
      return found.record;
    }, null);
  }

  /** Throws the engines away; the next load starts new ones. */
  dispose(): void {
    for (const engine of this.#engines) engine.dispose();
    this.#engines = [];
  }

  /** Called once per animation frame. */
  tick(nowMs: number): void {
    if (this.#turns.isBusy) return;
    if (this.#state.is !== 'playing') {
      this.#clock.pass(nowMs);
      return;
    }
    const stretch = this.#clock.next(nowMs);
    void this.#turn(() => this.#advance(stretch));
  }

  async #advance(stretch: Stretch): Promise<void> {
    const going = this.#going();
    const { withSeries } = stretch;
    const step = { ...this.#clock.logged(stretch.untilNs), budgetMs: BUDGET_MS, withSeries };
    await Promise.all(going.map(async (i) => this.#accept(i, await this.#engines[i]?.ask('advance', step))));
    const left = this.#going();
    if (!withSeries) await this.#settle(going.filter((i) => !left.includes(i)));
    this.#clock.went(stretch, this.#slowestReached());
    this.#finish();
  }

  async #load(scenario: Scenario, way: Way): Promise<void> {
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
    const arrived = await approach(this.#engines, way, this.#onTheWay(way.toNs));
    this.#lanes = loaded.map(({ machine, tasks }, i) => {
      const old = this.#lanes[i];
      const same = old && old.machine.id === machine.id && String(old.tasks) === String(tasks);
      if (!same) return new Lane(machine, tasks);
      old.reset();
      return old;
    });
    this.#clock.begin();
    this.#listener.loaded(scenario, this.#lanes);
    if (arrived.length === 0) return this.#settle(this.#lanes.map((_, i) => i));
    for (const [i, lane] of this.#lanes.entries()) {
      lane.open(arrived.flatMap((replies) => replies[i] ?? []));
      if (lane.frame?.done) this.#listener.ended(i, lane.frame.ns);
    }
    this.#clock.reach(this.#slowestReached() ?? 0);
    this.#finish();
  }

  /** Brings all lanes to a moment, wherever they stand. */
  async #goTo(ns: number): Promise<void> {
    if (this.#lanes.length === 0 || this.#engines.length === 0) return;
    // Where another moment is wanted already, the lanes come to one moment where they are.
    const way: Way = { toNs: Math.floor(ns), isCut: this.#soughtNs !== null };
    const own: Seeking = { is: 'seeking', way, next: this.playing ? 'go on' : 'stand' };
    // A load that waits for its turn goes before.
    if (!this.loading) this.#state = own;
    try {
      const there = await travel(this.#engines, way, this.#onTheWay(way.toNs));
      for (const [i, reply] of there.replies.entries()) this.#jump(i, reply);
      this.#clock.jump(there.ns, performance.now());
      this.#finish();
    } finally {
      this.#leave(own);
    }
  }

  /** Brings the lanes, or the `moved` ones, to a moment (ns), `lane` after so many events. */
  async #stand(ns: number, lane: number, events: number, moved?: readonly boolean[]): Promise<void> {
    const going = this.#onTheWay(ns);
    await Promise.all(
      this.#engines.map(async (engine, i) => {
        if (moved?.[i] !== false) this.#jump(i, await stand(engine, ns, i === lane ? events : null, going));
      }),
    );
  }

  #onTheWay(ns: number): Going {
    const { level, windowNs } = this.#clock.logged(ns);
    return { level, windowNs, approaching: (share, toNs) => this.#listener.approaching(share, toNs) };
  }

  /** Lets the lanes that a race left behind come up, so that a pause shows one moment. */
  async #align(): Promise<void> {
    let going = this.#going();
    if (going.length === 0) return this.#finish();
    const furthest = Math.max(...going.map((i) => this.#reached(i)));
    const step = { ...this.#clock.logged(furthest), budgetMs: JUMP_MS, withSeries: true };
    do {
      await Promise.all(going.map(async (i) => this.#accept(i, await this.#engines[i]?.ask('advance', step))));
      going = this.#going().filter((i) => this.#reached(i) < step.untilNs);
    } while (going.length > 0);
    this.#clock.reach(Math.max(this.#clock.ns, Math.min(furthest, this.#slowestReached() ?? furthest)));
    this.#finish();
  }

  #find(what: Found, task: number | null): Promise<readonly (Place | null)[]> {
    return Promise.all(this.#loaded().map((engine) => engine.ask('find', what, this.#clock.ns, task)));
  }

  /** Brings the frame and the series of lanes that stand still up to where they stand. */
  async #settle(lanes: readonly number[]): Promise<void> {
    await Promise.all(lanes.map(async (i) => this.#accept(i, await this.#engines[i]?.ask('advance', STILL))));
  }

  #jump(lane: number, reply: Frame): void {
    const feed = this.#lanes[lane];
    if (!feed) return;
    const wasDone = feed.frame?.done ?? false;
    feed.jump(reply.frame, reply.log, reply.series);
    const done = feed.frame?.done ?? false;
    if (done !== wasDone) this.#listener.ended(lane, done ? (feed.frame?.ns ?? 0) : null);
  }

  #accept(lane: number, reply: Frame | undefined): void {
    const feed = this.#lanes[lane];
    if (!feed || !reply) return;
    const wasDone = feed.frame?.done ?? false;
    feed.accept(reply.frame, reply.log, reply.series);
    if (!wasDone && feed.frame?.done) this.#listener.ended(lane, feed.frame.ns);
  }

  #engineOf(lane: number): LaneEngine | undefined {
    return this.#lanes[lane] && this.#engines[lane];
  }

  /** The engines that have a run: none before the first is loaded. */
  #loaded(): readonly LaneEngine[] {
    return this.#engines.slice(0, this.#lanes.length);
  }

  /** The lanes that are not at their end. */
  #going(): number[] {
    return this.#lanes.flatMap((lane, i) => (lane.frame?.done ? [] : [i]));
  }

  #reached(lane: number): number {
    return this.#lanes[lane]?.frame?.ns ?? 0;
  }

  /** Where the slowest lane that goes on has come to (ns); null: none goes on. */
  #slowestReached(): number | null {
    const going = this.#going();
    return going.length === 0 ? null : Math.min(...going.map((i) => this.#reached(i)));
  }

  #furthestReached(): number {
    return Math.max(0, ...this.#lanes.map((_, i) => this.#reached(i)));
  }

  /** Stops where every lane has come to its end. */
  #finish(): void {
    if (this.#lanes.length === 0 || this.#going().length > 0) return;
    this.#clock.reach(this.#furthestReached());
    this.#halt();
  }

  /** The lanes stand from now on, or as soon as they have come to the end of their way. */
  #halt(): void {
    const wasPlaying = this.playing;
    if (this.#state.is === 'playing') this.#state = STANDING;
    else if (this.#state.is !== 'standing' && wasPlaying) this.#state.next = 'stand';
    if (wasPlaying) this.#listener.playing(false);
  }

  /** Play is no longer wanted once the scenario is loaded. */
  #takeBack(): void {
    if (this.#state.is === 'loading' && this.#state.next === 'play') this.#state.next = 'stand';
  }

  /** The end of a way, unless another one has begun. */
  #leave(own: Seeking | Loading): void {
    if (this.#state !== own) return;
    this.#state = own.next === 'go on' ? PLAYING : STANDING;
  }

  #turn(work: () => Promise<void>): Promise<void> {
    return this.#turns.take(work, undefined);
  }

  /** A fault ends the run and empties the engines. */
  #fault(thrown: unknown): void {
    this.dispose();
    this.#takeBack();
    this.#halt();
    this.#listener.faulted(thrown instanceof EngineFault ? thrown.message : String(thrown));
  }
}
