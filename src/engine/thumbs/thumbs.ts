/**
 * Small live pictures of many experiments, on few workers and within a budget: one request a worker at a time, only
 * for what is seen, a few pictures a second each. All of it hangs on the page's animation loop, so that it stops with
 * it. A picture that cannot be had costs nothing but itself.
 */
import type { MachineDescription, Scenario } from '../../scenario/generated/types';
import { onFrame } from '../loop';
import { startPort } from '../port/start';
import { FrameView } from '../wire/frame';
import type { ThumbEngine, ThumbOpened, ThumbQuestions } from './questions';

/** An experiment to be shown. */
export interface Subject {
  readonly scenario: Scenario;
  /** The moment (ns) at which the picture begins. */
  readonly startNs: number;
  /** Simulated ns per second of real time. */
  readonly speed: number;
}

/** What a picture shows. */
export interface Picture {
  readonly machine: MachineDescription;
  /** Two numbers per task, as in `LaneFeed`. */
  readonly tasks: Uint16Array;
  /** Lane by lane. */
  readonly frames: readonly FrameView[];
}

/** Time between two pictures of one experiment (ms): calm to look at. */
const PERIOD_MS = 250;
/** Experiments that are kept although they are no longer seen. */
const KEPT = 12;
const MOST_WORKERS = 2;

export const loadThumbWorker = () => import('./thumb.worker?worker&inline');

const startThumbWorker = (): Promise<ThumbEngine> => startPort<ThumbQuestions>(loadThumbWorker, 'thumb');

interface Entry {
  readonly id: number;
  readonly subject: Subject;
  readonly draw: (picture: Picture) => void;
  seen: boolean;
  /** Who shows it; null: it was not opened yet, or is no longer kept. */
  slot: Slot | null;
  about: ThumbOpened | null;
  /** Came in and is not drawn yet. */
  fresh: readonly Uint32Array[] | null;
  drawn: boolean;
  failed: boolean;
  /** When it was last asked for (ms). */
  askedMs: number;
}

interface Slot {
  readonly engine: ThumbEngine;
  busy: boolean;
}

export class Thumbs {
  readonly #start: () => Promise<ThumbEngine>;
  readonly #entries = new Map<number, Entry>();
  readonly #slots: Slot[] = [];
  readonly #stop: () => void;
  readonly #still: () => boolean;
  #next = 1;
  #starting = 0;
  #disposed = false;

  /** `still`: pictures do not move; each is shown as it begins. */
  constructor(still: () => boolean, start: () => Promise<ThumbEngine> = startThumbWorker) {
    this.#still = still;
    this.#start = start;
    this.#stop = onFrame((nowMs) => this.#turn(nowMs));
  }

  /** Shows an experiment as long as it is seen. */
  add(subject: Subject, draw: (picture: Picture) => void): { see(seen: boolean): void; remove(): void } {
    const entry: Entry = {
      id: this.#next++,
      subject,
      draw,
      seen: false,
      slot: null,
      about: null,
      fresh: null,
      drawn: false,
      failed: false,
      askedMs: Number.NEGATIVE_INFINITY,
    };
    this.#entries.set(entry.id, entry);
    return {
      see: (seen) => {
        entry.seen = seen;
      },
      remove: () => {
        this.#release(entry);
        this.#entries.delete(entry.id);
      },
    };
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop();
    for (const { engine } of this.#slots) engine.dispose();
    this.#entries.clear();
  }

  #turn(nowMs: number): void {
    const seen = [...this.#entries.values()].filter((entry) => entry.seen && !entry.failed);
    // One drawing a frame at most.
    const due = seen.find((entry) => entry.fresh !== null);
    if (due?.fresh && due.about) {
      const frames = due.fresh.map((words) => new FrameView(words));
      due.fresh = null;
      due.drawn = true;
      due.draw({ ...due.about, frames });
    }
    const waiting = seen
      .filter((entry) => entry.fresh === null && nowMs - entry.askedMs >= PERIOD_MS && !(this.#still() && entry.drawn))
      .sort((a, b) => a.askedMs - b.askedMs);
    for (const entry of waiting) {
      const slot = entry.slot ?? this.#slots.find(({ busy }) => !busy);
      if (!slot) this.#grow();
      else if (!slot.busy) this.#ask(entry, slot, nowMs);
    }
  }

  #ask(entry: Entry, slot: Slot, nowMs: number): void {
    const { id, subject } = entry;
    entry.askedMs = nowMs;
    slot.busy = true;
    if (entry.slot === slot) {
      const step = slot.engine.ask('step', id, (subject.speed * PERIOD_MS) / 1000);
      this.#await(entry, slot, step, (frames) => {
        if (frames.length > 0) entry.fresh = frames;
        // On the way to its beginning there is nothing to wait for, but for the turn of the others.
        else entry.askedMs -= PERIOD_MS;
      });
      return;
    }
    entry.slot = slot;
    this.#await(entry, slot, slot.engine.ask('open', id, subject.scenario, subject.startNs), (opened) => {
      entry.about = opened;
      entry.askedMs -= PERIOD_MS;
    });
    this.#trim();
  }

  #await<T>(entry: Entry, slot: Slot, answer: Promise<T>, accept: (answer: T) => void): void {
    const isCurrent = () => this.#entries.get(entry.id) === entry && entry.slot === slot;
    answer.then(
      (value) => {
        slot.busy = false;
        if (isCurrent()) accept(value);
      },
      () => {
        slot.busy = false;
        if (isCurrent()) entry.failed = true;
        if (slot.engine.isBroken) this.#lose(slot);
      },
    );
  }

  /** Lets go of those that were not seen for longest. */
  #trim(): void {
    const open = [...this.#entries.values()].filter(({ slot }) => slot !== null);
    const away = open.filter(({ seen }) => !seen).sort((a, b) => a.askedMs - b.askedMs);
    for (const entry of away.slice(0, Math.max(0, open.length - KEPT))) this.#release(entry);
  }

  #release(entry: Entry): void {
    entry.slot?.engine.ask('close', entry.id).catch(() => {});
    entry.slot = null;
    entry.fresh = null;
  }

  #grow(): void {
    const most = Math.min(MOST_WORKERS, Math.max(1, Math.floor((navigator.hardwareConcurrency || 2) / 2)));
    if (this.#disposed || this.#slots.length + this.#starting >= most) return;
    this.#starting += 1;
    this.#start().then(
      (engine) => {
        this.#starting -= 1;
        if (this.#disposed) engine.dispose();
        else this.#slots.push({ engine, busy: false });
      },
      // Without the simulator there are no pictures; the page says so when an experiment is opened. No other is tried.
      () => {},
    );
  }

  /** What a worker that broke has shown stays as it is. */
  #lose(slot: Slot): void {
    const at = this.#slots.indexOf(slot);
    if (at >= 0) this.#slots.splice(at, 1);
    for (const entry of this.#entries.values()) if (entry.slot === slot) entry.failed = true;
  }
}
