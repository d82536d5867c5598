/**
 * Small live pictures of many experiments, on few workers and within a budget: one request a worker at a time, only
 * for what is seen, a few pictures a second each. All of it hangs on the page's animation loop, so that it stops with
 * it. A picture that cannot be had costs nothing but itself.
 */
import type { MachineDescription, Scenario } from '../../scenario/generated/types';
import { compiledModule } from '../lanes/client';
import { onFrame } from '../loop';
import { FrameView } from '../wire/frame';
import type { ThumbReply, ThumbRequest } from './thumb.worker';

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

export type ThumbWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Time between two pictures of one experiment (ms): calm to look at. */
const PERIOD_MS = 250;
/** Experiments that are kept although they are no longer seen. */
const KEPT = 12;
const MOST_WORKERS = 2;

/** The worker's script comes as a module of the page, so that one that was loaded ahead starts without a network. */
export const loadThumbWorker = () => import('./thumb.worker?worker&inline');

export async function startThumbWorker(): Promise<ThumbWorker> {
  const [module, { default: ThumbWorker }] = await Promise.all([compiledModule(), loadThumbWorker()]);
  const worker = new ThumbWorker({ name: 'thumb' });
  worker.postMessage(module);
  return worker;
}

interface Entry {
  readonly id: number;
  readonly subject: Subject;
  readonly draw: (picture: Picture) => void;
  seen: boolean;
  /** Of the pool; null: it was not opened yet, or is no longer kept. */
  worker: Slot | null;
  about: Pick<Picture, 'machine' | 'tasks'> | null;
  /** Came in and is not drawn yet. */
  fresh: readonly Uint32Array[] | null;
  drawn: boolean;
  failed: boolean;
  /** When it was last asked for (ms). */
  askedMs: number;
}

interface Slot {
  readonly worker: ThumbWorker;
  busy: boolean;
}

export class Thumbs {
  readonly #start: () => Promise<ThumbWorker>;
  readonly #entries = new Map<number, Entry>();
  readonly #slots: Slot[] = [];
  readonly #stop: () => void;
  readonly #still: () => boolean;
  #next = 1;
  #starting = 0;
  #disposed = false;

  /** `still`: pictures do not move; each is shown as it begins. */
  constructor(still: () => boolean, start: () => Promise<ThumbWorker> = startThumbWorker) {
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
      worker: null,
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
    for (const { worker } of this.#slots) worker.terminate();
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
      const slot = entry.worker ?? this.#slots.find(({ busy }) => !busy);
      if (!slot) this.#grow();
      else if (!slot.busy) this.#ask(entry, slot, nowMs);
    }
  }

  #ask(entry: Entry, slot: Slot, nowMs: number): void {
    const { id, subject } = entry;
    const isNew = entry.worker === null;
    entry.worker = slot;
    entry.askedMs = nowMs;
    slot.busy = true;
    const ns = (subject.speed * PERIOD_MS) / 1000;
    const request: ThumbRequest = isNew
      ? { type: 'open', id, scenario: subject.scenario, startNs: subject.startNs }
      : { type: 'step', id, ns };
    slot.worker.postMessage(request);
    if (isNew) this.#trim();
  }

  /** Lets go of those that were not seen for longest. */
  #trim(): void {
    const open = [...this.#entries.values()].filter(({ worker }) => worker !== null);
    const away = open.filter(({ seen }) => !seen).sort((a, b) => a.askedMs - b.askedMs);
    for (const entry of away.slice(0, Math.max(0, open.length - KEPT))) this.#release(entry);
  }

  #release(entry: Entry): void {
    entry.worker?.worker.postMessage({ type: 'close', id: entry.id } satisfies ThumbRequest);
    entry.worker = null;
    entry.fresh = null;
  }

  #grow(): void {
    const most = Math.min(MOST_WORKERS, Math.max(1, Math.floor((navigator.hardwareConcurrency || 2) / 2)));
    if (this.#disposed || this.#slots.length + this.#starting >= most) return;
    this.#starting += 1;
    this.#start().then(
      (worker) => {
        this.#starting -= 1;
        if (this.#disposed) return worker.terminate();
        const slot: Slot = { worker, busy: false };
        worker.onmessage = ({ data }: MessageEvent<ThumbReply>) => this.#accept(slot, data);
        worker.onerror = () => this.#lose(slot);
        this.#slots.push(slot);
      },
      // Without the simulator there are no pictures; the page says so when an experiment is opened. No other is tried.
      () => {},
    );
  }

  #accept(slot: Slot, reply: ThumbReply): void {
    slot.busy = false;
    const entry = this.#entries.get(reply.id);
    if (!entry || entry.worker !== slot) return;
    switch (reply.type) {
      case 'opened':
        entry.about = { machine: reply.machine, tasks: reply.tasks };
        entry.askedMs -= PERIOD_MS;
        break;
      case 'frames':
        if (reply.frames.length > 0) entry.fresh = reply.frames;
        // On the way to its beginning there is nothing to wait for, but for the turn of the others.
        else entry.askedMs -= PERIOD_MS;
        break;
      case 'failed':
        entry.failed = true;
    }
  }

  /** What a worker that broke has shown stays as it is. */
  #lose(slot: Slot): void {
    slot.worker.terminate();
    this.#slots.splice(this.#slots.indexOf(slot), 1);
    for (const entry of this.#entries.values()) if (entry.worker === slot) entry.failed = true;
  }
}
