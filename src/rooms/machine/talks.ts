/**
 * Which tasks communicate, on which CPUs, and when last. The partners follow from the tasks (two of one group are a
 * pair; if many of a group answer one, each is a partner of that one), positions and times from the log and the frames.
 */
import type { FrameView } from '../../engine/wire/frame';
import { eachRecord, type LogRecord } from '../../engine/wire/log';
import { EVENT_KINDS, NO_TASK, ROLES } from '../../scenario/generated/vocab';
import { roleShape, Shape } from '../../signs/palette';

const SWITCH = EVENT_KINDS.indexOf('switch');
const MESSAGE = EVENT_KINDS.indexOf('message');
const PLACED = ['wake', 'move', 'fork'].map((kind) => EVENT_KINDS.indexOf(kind as (typeof EVENT_KINDS)[number]));
/** Traffic of the last moment (simulated ns). */
const MOMENT_NS = 1e6;
/** Above this number the drawing shows sums by link. */
const MOST_TALKS = 48;
const SHAPES = ROLES.map(roleShape);

export interface Talk {
  readonly a: number;
  readonly b: number;
  readonly group: number;
}

/** The pairs of communicating tasks; null: none, too many, or groups in which all communicate with all. */
export function talksOf(tasks: Uint16Array): readonly Talk[] | null {
  const groups = new Map<number, number[]>();
  for (let task = 0; task * 2 < tasks.length; task += 1) {
    const group = tasks[task * 2 + 1] ?? 0;
    groups.set(group, [...(groups.get(group) ?? []), task]);
  }
  const shape = (task: number): number => SHAPES[tasks[task * 2] ?? 0] ?? Shape.square;
  const talks: Talk[] = [];
  for (const [group, members] of groups) {
    const asking = members.filter((task) => shape(task) === Shape.triangle);
    const answering = members.filter((task) => shape(task) === Shape.circle);
    const [few, many] = asking.length === 1 ? [asking, answering] : [answering, asking];
    const [one] = few;
    if (one === undefined || few.length > 1 || many.length + 1 !== members.length) return null;
    for (const b of many) talks.push({ a: one, b, group });
    if (talks.length > MOST_TALKS) return null;
  }
  return talks.length > 0 ? talks : null;
}

const NOWHERE = -1;

/** The CPUs of communicating tasks, and the most recent conversations. */
export class Talking {
  /** The last CPU of each task. */
  readonly #places: Int16Array;
  /** When each task last received a message or started to run (ns). */
  readonly #heard: Float64Array;
  #ns = 0;

  constructor(
    readonly talks: readonly Talk[],
    tasks: number,
  ) {
    this.#places = new Int16Array(tasks).fill(NOWHERE);
    this.#heard = new Float64Array(tasks).fill(Number.NEGATIVE_INFINITY);
  }

  log(words: Uint32Array): void {
    eachRecord(words, this.#onRecord);
  }

  readonly #onRecord = ({ kind, task, cpu, ns }: LogRecord): void => {
    if (task === NO_TASK || task >= this.#places.length) return;
    if (kind === SWITCH || kind === MESSAGE) {
      this.#places[task] = cpu;
      this.#heard[task] = ns;
    } else if (PLACED.includes(kind)) {
      this.#places[task] = cpu;
    }
  };

  frame(frame: FrameView): void {
    this.#ns = frame.ns;
    let first = 0;
    for (let cpu = 0; cpu < frame.cpus; cpu += 1) {
      const running = frame.running(cpu);
      if (running !== NO_TASK) {
        this.#places[running] = cpu;
        this.#heard[running] = frame.ns;
      }
      const waiting = frame.waitingOn(cpu);
      for (let i = 0; i < waiting; i += 1) this.#places[frame.waitingAt(first + i)] = cpu;
      first += waiting;
    }
  }

  clear(): void {
    this.#places.fill(NOWHERE);
    this.#heard.fill(Number.NEGATIVE_INFINITY);
  }

  /** The CPU of a task, or null before it has run. */
  placeOf(task: number): number | null {
    const cpu = this.#places[task] ?? NOWHERE;
    return cpu === NOWHERE ? null : cpu;
  }

  /** Whether they communicated in the last moment. */
  isLive({ a, b }: Talk): boolean {
    const since = this.#ns - MOMENT_NS;
    const [one, other] = [this.#heard[a] ?? 0, this.#heard[b] ?? 0];
    return Math.max(one, other) >= since && Math.min(one, other) > Number.NEGATIVE_INFINITY;
  }
}
