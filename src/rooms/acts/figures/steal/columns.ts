/** The run queues of a machine as columns: what runs on each CPU, what waits below it, and its bit above. Pure. */

import { CpuFlag, type FrameView } from '../../../../engine/wire/frame';
import type { Step } from '../../../../engine/wire/records';
import { NO_TASK } from '../../../../scenario/generated/vocab';

export interface Column {
  readonly cpu: number;
  /** The running task; null: the CPU is idle. */
  readonly running: number | null;
  readonly waiting: readonly number[];
  /** Idle while a task waits that it could run. */
  readonly wasted: boolean;
  /** It has a task to spare. */
  readonly bit: boolean;
}

/** `empty`: a CPU whose task has just gone to sleep; the frame of its decision still has that task. */
export function columnsOf(frame: FrameView, empty: number | null = null): readonly Column[] {
  let before = 0;
  return Array.from({ length: frame.cpus }, (_, cpu) => {
    const [running, flags, waits] = [frame.running(cpu), frame.flags(cpu), frame.waitingOn(cpu)];
    const waiting = Array.from({ length: waits }, (_, i) => frame.waitingAt(before + i));
    before += waits;
    return {
      cpu,
      running: running === NO_TASK || cpu === empty ? null : running,
      waiting,
      wasted: (flags & CpuFlag.wasted) !== 0,
      bit: (flags & CpuFlag.overloaded) !== 0,
    };
  });
}

/** The way of a theft: the bits that were read up to the first that is set, and the move. */
export interface Theft {
  readonly thief: number;
  readonly from: number;
  readonly task: number | null;
  /** The CPUs whose bits were seen set, in the order in which they were read. */
  readonly set: readonly number[];
}

export const theftOf = (
  { cpu, about, task }: { readonly cpu: number; readonly about: number; readonly task: number | null },
  steps: readonly Pick<Step, 'answer' | 'cpu'>[],
): Theft => ({
  thief: cpu,
  from: about,
  task,
  set: steps.filter(({ answer }) => answer === 'overloaded').map((step) => step.cpu),
});

export interface Caption {
  readonly key: 'caption.theft' | 'caption.gate' | 'caption.wasted' | 'caption.idle';
  readonly params: Readonly<Record<string, number>>;
}

/** What a lane does now: its decision, or how many CPUs are idle while tasks wait. */
export function captionOf(columns: readonly Column[], theft: Theft | null, about: number | null): Caption {
  if (theft) return { key: 'caption.theft', params: { cpu: theft.thief, from: theft.from } };
  if (about !== null) return { key: 'caption.gate', params: { cpu: about } };
  const waiting = columns.reduce((sum, column) => sum + column.waiting.length, 0);
  const wasted = columns.filter((column) => column.wasted).length;
  const idle = columns.filter((column) => column.running === null).length;
  return {
    key: wasted > 0 ? 'caption.wasted' : 'caption.idle',
    params: { wasted, idle, waiting, cpus: columns.length },
  };
}

export interface Room {
  readonly width: number;
  /** Of one lane, without its head. */
  readonly height: number;
  readonly cpus: number;
  /** The longest queue of waiting tasks, in all lanes. */
  readonly most: number;
}

export interface Places {
  /** From one column to the next. */
  readonly pitch: number;
  readonly cell: { readonly width: number; readonly height: number };
  /** The numbers' baseline, the tops of the cells, and the end of the longest queue. */
  readonly numbers: number;
  readonly cells: number;
  readonly end: number;
  /** Half the size of the shape of a running and of a waiting task. */
  readonly runs: number;
  readonly waits: number;
  /** Waiting tasks that are drawn one by one; further ones are counted. */
  readonly shown: number;
  /** From one waiting task to the next. */
  readonly step: number;
  /** Every how many CPUs has a number. */
  readonly every: number;
}

/** Height of a bit. */
export const BIT = 22;
/** Room between bits and numbers, for ① and ②. */
const BETWEEN = 22;
const NUMBER = 14;
const LEAST_STEP = 9;
const MOST_STEP = 34;
const LEAST_CELL = 14;

/** The middle of a column. */
export const middle = ({ pitch }: Pick<Places, 'pitch'>, cpu: number): number => (cpu + 0.5) * pitch;

export function placesIn({ width, height, cpus, most }: Room): Places {
  const pitch = width / cpus;
  const numbers = BIT + BETWEEN + NUMBER;
  const cells = numbers + 6;
  const free = height - cells;
  const cell = {
    width: Math.max(4, pitch - Math.min(6, pitch * 0.16)),
    height: Math.max(LEAST_CELL, Math.min(free * 0.36, pitch * 3, 128)),
  };
  const below = Math.max(LEAST_STEP, free - cell.height - 8);
  const step = Math.min(MOST_STEP, Math.max(LEAST_STEP, below / Math.max(1, most)));
  const shown = Math.max(1, Math.floor(below / step + 0.001));
  return {
    pitch,
    cell,
    numbers,
    cells,
    end: cells + cell.height + 6 + Math.min(shown, Math.max(1, most)) * step,
    runs: Math.min(15, cell.width * 0.4, cell.height * 0.36),
    waits: Math.min(12, cell.width * 0.34, step * 0.42),
    shown,
    step,
    every: Math.max(1, Math.ceil(20 / pitch)),
  };
}

/** The shapes of a column's tasks: where they are, and half their size. */
export function drawnIn({ cpu, running, waiting }: Column, places: Places) {
  const { cells, cell, runs, waits, shown, step } = places;
  const x = middle(places, cpu);
  const seen = waiting.slice(0, waiting.length > shown ? shown - 1 : shown);
  return [
    ...(running === null ? [] : [{ task: running, x, y: cells + cell.height / 2, r: runs }]),
    ...seen.map((task, i) => ({ task, x, y: cells + cell.height + 6 + (i + 0.5) * step, r: waits })),
  ];
}

interface Lane {
  readonly columns: readonly Column[];
  readonly theft: Theft | null;
  /** The CPU that decides. */
  readonly about: number | null;
}

/**
 * What a new word is about, seen from below: of a theft the list of bits, in the gap between two columns that the way of
 * the theft does not cross; else the CPU that decides, or the first that is wasted.
 */
export function wordAt({ columns, theft, about }: Lane, places: Places): { readonly x: number; readonly y: number } {
  const { pitch, cells, cell } = places;
  if (theft) {
    const [first, last] = [Math.min(theft.thief, theft.from), Math.max(theft.thief, theft.from)];
    const gap = last < columns.length - 2 ? last + 2 : Math.max(1, first - 1);
    return { x: gap * pitch, y: BIT + 3 };
  }
  const cpu = about ?? columns.find(({ wasted }) => wasted)?.cpu ?? 0;
  return { x: middle(places, cpu), y: cells + cell.height + 8 };
}
