/**
 * A run queue of any scheduler as a number line. The middle separates tasks that are owed time (left) from those that
 * had more than their share (right); the further left, the sooner a task runs. Computes the positions, and keeps them
 * stable while a run plays. Pure.
 */
import { FIRST_PRIO, MAX_TIMESLICE_MS, PRIOS } from '../scenario/generated/queue';
import type { QueuedTask, QueueInspection } from '../scenario/generated/types';
import { exactly } from '../words/format';

/** Positions are between -1, the left end, and 1; 0 is the middle. */
export interface Stand {
  readonly task: number;
  /** Gone: the task had this row and has left the queue. */
  readonly state: 'running' | 'waiting' | 'delayed' | 'gone';
  /** The task that would be picked next. */
  readonly next: boolean;
  readonly at: number;
  /** The end of its slice. */
  readonly until: number;
  /** Its label. */
  readonly said: string;
}

export interface Tick {
  readonly at: number;
  readonly text: string;
}

export interface Line {
  /** From top to bottom. */
  readonly rows: readonly Stand[];
  readonly ticks: readonly Tick[];
  /** Whether deadlines are drawn as flags at the ends of slices. */
  readonly flags: boolean;
}

/** Stable while a run plays: the extent of the line (ns on either side), and the row of each task. */
export interface Settled {
  readonly halfNs: number;
  readonly rows: readonly number[];
}

/** The fields of a queue that are drawn. */
type Queue = Pick<QueueInspection, 'scheduler' | 'tasks' | 'next'>;

const rankOf = ({ running, task }: QueuedTask, next: number | null): number => (running || task === next ? 0 : 1);

/** Number of rows; when all are taken, further tasks appear in the table only. */
const MOST_ROWS = 8;
/** In a run with at most this many tasks, each has a fixed row. */
const FEW = 4;

const MS = 1e6;
const HALVES = [2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 4096];

/** The layout of a run before its first queue. */
export const unsettled = (tasks: number): Settled => ({
  halfNs: 0,
  rows: tasks <= FEW ? Array.from({ length: tasks }, (_, task) => task) : [],
});

/**
 * Assigns rows to the tasks of a queue: present ones keep theirs, new ones get a free row; the first `first` tasks
 * always get one.
 */
function seated(rows: readonly number[], present: readonly number[], first: number): readonly number[] {
  const fresh = present.filter((task) => !rows.includes(task));
  const room = Math.max(0, MOST_ROWS - rows.length);
  const next = [...rows, ...fresh.slice(0, room).sort((a, b) => a - b)];
  for (const task of fresh.slice(room)) {
    const left = next.findIndex((old) => !present.includes(old));
    const row = left < 0 && present.indexOf(task) < first ? next.indexOf(lastOf(present, next)) : left;
    if (row < 0) break;
    next[row] = task;
  }
  return next.length === rows.length && next.every((task, row) => task === rows[row]) ? rows : next;
}

/** The task with a row that runs last. */
const lastOf = (present: readonly number[], rows: readonly number[]): number =>
  present.findLast((task) => rows.includes(task)) ?? -1;

/** How far the tasks of a queue are from the middle (ns). */
export const reachOf = ({ scheduler, tasks }: Pick<Queue, 'scheduler' | 'tasks'>): number =>
  Math.max(0, ...tasks.map((task) => Math.max(Math.abs(task.vruntime_ns), Math.abs(endOf(scheduler, task)))));

/** The layout after a queue; the same object if nothing changed. `leastNs`: the line reaches at least so far. */
export function settledWith(old: Settled, { scheduler, tasks, next }: Queue, leastNs = 0): Settled {
  const needed = Math.max(old.halfNs, Math.max(leastNs, reachOf({ scheduler, tasks })) * 1.04);
  const halfNs = MS * (HALVES.find((ms) => ms * MS >= needed) ?? Math.ceil(needed / MS));
  // The running and the next task have rows, however many wait.
  const ordered = tasks.toSorted((a, b) => rankOf(a, next) - rankOf(b, next));
  const rows = seated(
    old.rows,
    ordered.map(({ task }) => task),
    ordered.filter((task) => rankOf(task, next) === 0).length,
  );
  return halfNs === old.halfNs && rows === old.rows ? old : { halfNs, rows };
}

/** The end of a task's request (ns ahead of the clock); CFS has none. */
const endOf = (scheduler: QueueInspection['scheduler'], task: QueuedTask): number =>
  scheduler === 'eevdf' ? task.deadline_ns : task.vruntime_ns;

function tickOf(ns: number, halfNs: number): Tick {
  const sign = ns < 0 ? '−' : ns > 0 ? '+' : '';
  return { at: ns / halfNs, text: ns === 0 ? '0' : `${sign}${exactly(Math.abs(ns)).replace('\u00a0ms', '')}` };
}

/** Position of a task of the O(1) scheduler: in the half of its array, the highest priority at the left. */
const prioAt = ({ prio, expired }: QueuedTask): number =>
  (expired ? 0.06 : -0.98) + ((prio - FIRST_PRIO) / PRIOS) * 0.8;

/** The queue as a line. */
export function lineOf({ scheduler, tasks, next }: Queue, { halfNs, rows }: Settled): Line {
  const stand = (number: number): Stand => {
    const task = tasks.find((one) => one.task === number);
    if (!task) return { task: number, state: 'gone', next: false, at: 0, until: 0, said: '' };
    const o1 = scheduler === 'o1';
    const at = o1 ? prioAt(task) : task.vruntime_ns / halfNs;
    return {
      task: number,
      state: task.running ? 'running' : task.delayed ? 'delayed' : 'waiting',
      next: number === next,
      at,
      until: o1 ? at + (task.timeslice_ms / MAX_TIMESLICE_MS) * 0.5 : endOf(scheduler, task) / halfNs,
      said: o1 ? `${task.prio} · ${task.timeslice_ms} ms` : '',
    };
  };
  const half = halfNs / 2;
  return {
    rows: rows.map(stand),
    ticks: scheduler === 'o1' ? [] : [-halfNs, -half, 0, half, halfNs].map((ns) => tickOf(ns, halfNs)),
    flags: scheduler === 'eevdf',
  };
}
