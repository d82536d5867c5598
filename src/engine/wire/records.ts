/**
 * Decodes decision records. A search reads the headers only; the steps are decoded when a record is opened.
 * Layout: `sim-wasm/core/src/observe/decisions.rs`.
 */

import {
  ANSWERS,
  type Answer,
  DECIDEDS,
  type Decided,
  FUNCS,
  type Func,
  HOWS,
  type How,
  NO_TASK,
} from '../../scenario/generated/vocab';
import { COUNTED, DECISION } from '../../scenario/generated/wire';
import { appended, recordOffsets } from './decisions';
import { cpuAt, fieldAt, partOf } from './field';

/** The records of a lane on the page. */
const MOST_RECORDS = 3000;

export interface Step {
  readonly func: Func;
  readonly cpu: number;
  readonly answer: Answer;
  /** Its kind is that of the answer: `ANSWERS_OF`. */
  readonly value: number;
  /** Cost of the decision so far (ns). */
  readonly costNs: number;
}

/** A record without its steps. */
export interface Head {
  /** Its number among all records since recording began. */
  readonly serial: number;
  readonly kind: Decided;
  readonly ns: number;
  readonly task: number | null;
  /** The CPU that decided: the waker's, or the one that pulls. */
  readonly cpu: number;
  /** The task's previous CPU, or the queue pulled from. */
  readonly about: number;
  readonly chosen: number;
  readonly why: number;
  readonly costNs: number;
  /** Words of its steps. */
  readonly steps: Uint32Array;
  /** All of its words. */
  readonly words: Uint32Array;
}

export interface Records {
  readonly words: Uint32Array;
  /** Serial of the record after the last. */
  readonly end: number;
}

export const NO_RECORDS: Records = { words: new Uint32Array(), end: 0 };

/** The head of a record that stands alone; null: there is none. */
export const headOf = (record: Uint32Array | null | undefined): Head | null =>
  record ? headAt(record, 0, record.length, 0) : null;

/** Appends the records of another answer. */
export function withAnswer(records: Records, words: Uint32Array, fresh: boolean): Records {
  const before = fresh ? { words: new Uint32Array(), end: records.end } : records;
  return { words: appended(before.words, words, MOST_RECORDS), end: before.end + recordOffsets(words).length };
}

/** The record that begins at `at` and ends before `next`. */
export function headAt(words: Uint32Array, at: number, next: number, serial: number): Head | null {
  const w = (i: number) => words[at + i] ?? 0;
  const kind = DECIDEDS[fieldAt(words, at, DECISION.KIND)];
  if (kind === undefined) return null;
  const task = fieldAt(words, at, DECISION.TASK);
  return {
    serial,
    kind,
    ns: w(1) + w(2) * 4294967296,
    task: task === NO_TASK ? null : task,
    cpu: cpuAt(words, at, DECISION.CPU),
    about: cpuAt(words, at, DECISION.ABOUT),
    chosen: cpuAt(words, at, DECISION.CHOSEN),
    why: fieldAt(words, at, DECISION.WHY),
    costNs: w(5),
    steps: words.subarray(at + DECISION.HEADER, next),
    words: words.subarray(at, next),
  };
}

/** Decisions that place a woken, forked or exec'ed task; all others look for work. */
const PLACED: ReadonlySet<Decided> = new Set(['wake', 'fork', 'exec']);

/** Whether a decision determined what a CPU runs: the CPU was chosen, or looked for work itself. */
export const isOf = ({ kind, cpu, chosen }: Head, of: number): boolean =>
  chosen === of || (cpu === of && !PLACED.has(kind));

/** The tasks that a decision moved to another CPU, and their previous CPUs. */
export function movesOf(head: Head): readonly { readonly task: number; readonly from: number; readonly to: number }[] {
  const { kind, task, about, cpu, chosen } = head;
  if (PLACED.has(kind)) {
    const from = kind === 'wake' ? about : cpu;
    return task === null || from === chosen ? [] : [{ task, from, to: chosen }];
  }
  if (task !== null) return [{ task, from: about, to: chosen }];
  return stepsOf(head)
    .filter(({ answer }) => answer === 'moved')
    .map(({ value, cpu: from }) => ({ task: value, from, to: chosen }));
}

/** Whether a decision is about a task, or moved it. */
export const isAbout = (head: Head, task: number): boolean =>
  head.task === task || stepsOf(head).some(({ answer, value }) => answer === 'moved' && value === task);

/** All records of an answer. */
export function headsOf(words: Uint32Array): Head[] {
  const offsets = recordOffsets(words);
  return offsets.flatMap((at, i) => headAt(words, at, offsets[i + 1] ?? words.length, i) ?? []);
}

/** The latest decisions of `cpu` or for it, newest first. */
export function decisionsOf(
  { words, end }: Records,
  cpu: number,
  most: number,
  kinds: ReadonlySet<Decided> | null = null,
): Head[] {
  const offsets = recordOffsets(words);
  const found: Head[] = [];
  for (let i = offsets.length - 1; i >= 0 && found.length < most; i -= 1) {
    const head = headAt(words, offsets[i] ?? 0, offsets[i + 1] ?? words.length, end - offsets.length + i);
    if (head && (head.cpu === cpu || head.chosen === cpu) && (kinds === null || kinds.has(head.kind))) found.push(head);
  }
  return found;
}

export function stepsOf({ steps }: Head): Step[] {
  const read: Step[] = [];
  for (let i = 0; i + DECISION.STEP <= steps.length; i += DECISION.STEP) {
    const func = FUNCS[fieldAt(steps, i, DECISION.FUNC)];
    const answer = ANSWERS[fieldAt(steps, i, DECISION.ANSWER)];
    const cpu = cpuAt(steps, i, DECISION.STEP_CPU);
    if (func && answer) read.push({ func, cpu, answer, value: steps[i + 1] ?? 0, costNs: steps[i + 2] ?? 0 });
  }
  return read;
}

/** The step of the wake-up path that chose the CPU. */
export const howOf = ({ kind, why }: Head): How | null => (kind === 'wake' ? (HOWS[why] ?? null) : null);

/** A value of kind `group`: the counts of the group. */
export const countedOf = (value: number) => ({
  running: partOf(value, COUNTED.RUNNING),
  idle: partOf(value, COUNTED.IDLE),
});
