/**
 * What the page asks of a lane's engine, and what it is answered. One worker simulates one lane. Only typed arrays cross
 * per frame; documents cross when a scenario is loaded or a report is asked for. A question is a row here and a function
 * in `server.ts`.
 */
import type {
  CpuInspection,
  Flip,
  MachineDescription,
  RunReport,
  Scenario,
  TaskInspection,
} from '../../scenario/generated/types';
import type { Engine } from '../port/port';

/** Questions that leave the run where it is. */
export interface ReadOnlyQueries {
  /** The state with the moves between units so far. Layout: `wire/frame.ts`. */
  flows(): Uint32Array;
  /** A moment before or after `ns` at which something happened, a decision about `task` where one is given. */
  find(what: Found, ns: number, task: number | null): Place | null;
  /** The moment (ns) from now on at which something has been got done first; null: not within a second of search. */
  firstWork(): number | null;
  /** Who ran where in a stretch of the past (ns). */
  range(fromNs: number, toNs: number): RangeAnswer;
  /** The decisions of the run in order, from `fromNs` on, or (null) from where the last answer ended. */
  trail(fromNs: number | null, untilNs: number): TrailAnswer;
  report(): RunReport;
  inspectCpu(cpu: number): Inspected<CpuInspection>;
  /** The queue of a CPU over a stretch of the past (ns), as far as it can be told in a short time: `wire/trace.ts`. */
  traceQueue(cpu: number, fromNs: number, toNs: number): Float64Array;
  inspectTask(task: number): Inspected<TaskInspection>;
  /** Where a decision of the run was made: one that is known, or the last about a task or a CPU. */
  decision(sought: Sought): FoundDecision | null;
  /** Keeps decisions from now on, or no longer; answers with those since the last time it was asked. */
  decisions(keep: boolean): DecisionsAnswer;
  /** Refuses a text that is no scenario document. */
  check(text: string): void;
}

/** All questions. */
export interface LaneQuestions extends ReadOnlyQueries {
  /** Begins a run of a lane of a scenario, at time 0. */
  load(scenario: Scenario, lane: number): Loaded;
  /** Simulates a stretch. */
  advance(step: Advance): Frame;
  /** Simulates one event. */
  step(): Frame;
  /** Gives the lane other flips. The run stays where it is, or goes back to where they begin to differ. */
  flips(flips: readonly Flip[]): Frame;
  /** Stands at another moment, or as near to it as it came in its time. */
  seek(to: Seek): SoughtFrame;
}

export type LaneEngine = Engine<LaneQuestions>;

/** How much of the log a frame carries. */
export const LogLevel = { off: 0, switches: 1, all: 2 } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

export interface Loaded {
  readonly machine: MachineDescription;
  /** Two numbers per task, as in `LaneFeed`. */
  readonly tasks: Uint16Array;
}

/** Simulate until `untilNs`, for at most `budgetMs` of real time. */
export interface Advance {
  readonly untilNs: number;
  readonly budgetMs: number;
  readonly level: LogLevel;
  /** The frame's log holds at least the last `windowNs` of the step, at most twice as much. */
  readonly windowNs: number;
  readonly withSeries: boolean;
}

/** Stand at a time with all its events, or after event number `events`, which is at time `ns`. */
export interface Seek {
  readonly ns: number;
  readonly events: number | null;
  /** Answers after this much real time (ms) at the latest, with a frame of how far it came. */
  readonly budgetMs: number;
  readonly level: LogLevel;
  /** The frame's log holds this much before the moment. */
  readonly windowNs: number;
  /** Less will do, where the way is shorter so. */
  readonly orLess: boolean;
}

export interface Frame {
  /** Layout: `wire/frame.ts`. */
  readonly frame: Uint32Array;
  /** Log records of this step: `wire/log.ts`. */
  readonly log: Uint32Array;
  /** Series of the whole run so far, or null when not asked for: `wire/series.ts`. */
  readonly series: Uint32Array | null;
}

/** A moment that was sought. */
export interface SoughtFrame extends Frame {
  /** What happened since (ns) is in the log. */
  readonly loggedFromNs: number;
}

/** What is looked for: the event that happened last or will be next, or the nearest decision. */
export type Found = 'last-event' | 'next-event' | 'last-decision' | 'next-decision';

/** When something happened, and the number of its event. */
export interface Place {
  readonly ns: number;
  readonly events: number;
}

export interface RangeAnswer {
  /** The state at the end of what is told, which is before the end asked for where there was too much. */
  readonly frame: Uint32Array;
  /** The state at its beginning. */
  readonly first: Uint32Array;
  readonly log: Uint32Array;
}

export interface TrailAnswer {
  readonly words: Uint32Array;
  /** All decisions before this time have been told (ns). */
  readonly ns: number;
}

export interface Inspected<T> {
  /** Null: there is no such thing. */
  readonly inspection: T | null;
  /** Simulated time of it. */
  readonly ns: number;
}

/** A decision: its record, or the task or CPU it is about and a time (ns) that it is not after. */
export type Sought =
  | Uint32Array
  | { readonly task: number; readonly ns: number }
  | { readonly cpu: number; readonly ns: number };

export interface FoundDecision {
  readonly record: Uint32Array;
  /** When it was made, and the number of the event before. */
  readonly ns: number;
  readonly events: number;
}

export interface DecisionsAnswer {
  /** The last records: `wire/decisions.ts`. */
  readonly words: Uint32Array;
  /** Recording began just now: what was answered before belongs to another stretch or run. */
  readonly fresh: boolean;
}
