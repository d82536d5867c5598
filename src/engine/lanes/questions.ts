/**
 * The messages between the page and the engine of a lane. One worker simulates one lane. Frames consist of typed arrays
 * only; loads and reports contain documents. Each message is a row here and a function in `server.ts`.
 */
import type {
  CpuInspection,
  Features,
  Flip,
  MachineDescription,
  PolicyInspection,
  RunReport,
  Scenario,
  TaskInspection,
} from '../../scenario/generated/types';
import type { Attachments } from '../attachments';
import type { Engine } from '../port/port';
import type { CpuMoment, Recorded, TaskMoment } from '../recording/recorded';

/** Queries that do not move the run. */
export interface ReadOnlyQueries {
  /** The state with the moves between units so far. Layout: `wire/frame.ts`. */
  flows(): Uint32Array;
  /** An event or a decision before or after `ns`; about `task`, if given. */
  find(what: Found, ns: number, task: number | null): Place | null;
  /** The moment (ns) of the first completed work from now on; null: none found within a second. */
  firstWork(): number | null;
  /** Which task ran on which CPU in a past interval (ns). */
  range(fromNs: number, toNs: number): RangeAnswer;
  /** The decisions of the run in order, from `fromNs` on; null: continues after the last answer. */
  trail(fromNs: number | null, untilNs: number): TrailAnswer;
  report(): RunReport;
  inspectCpu(cpu: number): Inspected<CpuInspection>;
  /** The queue of a CPU over a past interval (ns), as far as it can be computed in a short time: `wire/trace.ts`. */
  traceQueue(cpu: number, fromNs: number, toNs: number): Float64Array;
  inspectTask(task: number): Inspected<TaskInspection>;
  /** The policy that schedules the lane: its queues, its values, and what it printed. */
  inspectPolicy(): Inspected<PolicyInspection>;
  /** The same of a recording. */
  recordedCpu(cpu: number): Inspected<CpuMoment>;
  recordedTask(task: number): Inspected<TaskMoment>;
  /** The recording as a text without the names of its tasks; null: the lane shows none. */
  anonymized(): string | null;
  /** Where a decision of the run was made: a known one, or the last about a task or a CPU. */
  decision(sought: Sought): FoundDecision | null;
  /** The decision that other switches make in the same state; null: they make none there. */
  otherwise(record: Uint32Array, features: Features): Uint32Array | null;
  /**
   * The next (1) or the last (-1) decision of the same kind as a record. With `features`: the next one that these
   * switches decide differently in the same state. Null: there is none, or the search took longer than a second.
   */
  neighbour(record: Uint32Array, by: 1 | -1, features: Features | null): Uint32Array | null;
  /** Starts or stops recording decisions; answers with those since the last query. */
  decisions(keep: boolean): DecisionsAnswer;
  /** Refuses a text that is not a valid scenario document. */
  check(text: string): void;
}

/** All messages. */
export interface LaneQuestions extends ReadOnlyQueries {
  /** Begins a run of a lane of a scenario, at time 0. */
  load(scenario: Scenario, lane: number, attachments?: Attachments): Loaded;
  /** Advances the run. */
  advance(step: Advance): Frame;
  /** Simulates one event. */
  step(): Frame;
  /** Replaces the flips of the lane. The run keeps its moment, or goes back to the first flip that differs. */
  flips(flips: readonly Flip[]): Frame;
  /** Seeks to another moment, or as near to it as the budget allows. */
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
  /** What is said of the recording that the lane shows; null: it shows none, or its file is missing. */
  readonly recorded: Recorded | null;
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

/** Seek to a time with all its events, or to the state after event number `events`, which is at time `ns`. */
export interface Seek {
  readonly ns: number;
  readonly events: number | null;
  /** Answers after this much real time (ms) at the latest, with the frame of the moment it reached. */
  readonly budgetMs: number;
  readonly level: LogLevel;
  /** The frame's log holds this much before the moment. */
  readonly windowNs: number;
  /** Accept a shorter log if that shortens the replay. */
  readonly orLess: boolean;
}

export interface Frame {
  /** Layout: `wire/frame.ts`. */
  readonly frame: Uint32Array;
  /** Log records of this step: `wire/log.ts`. */
  readonly log: Uint32Array;
  /** Series of the whole run so far, or null if not requested: `wire/series.ts`. */
  readonly series: Uint32Array | null;
}

/** The answer to a seek. */
export interface SoughtFrame extends Frame {
  /** The log begins here (ns). */
  readonly loggedFromNs: number;
}

/** The object of a search: the last or the next event, or the nearest decision. */
export type Found = 'last-event' | 'next-event' | 'last-decision' | 'next-decision';

/** The time and the number of an event. */
export interface Place {
  readonly ns: number;
  readonly events: number;
}

export interface RangeAnswer {
  /** The state at the end of the answer, which is shorter than requested if there was too much data. */
  readonly frame: Uint32Array;
  /** The state at its beginning. */
  readonly first: Uint32Array;
  readonly log: Uint32Array;
}

export interface TrailAnswer {
  readonly words: Uint32Array;
  /** The answers so far contain all decisions before this time (ns). */
  readonly ns: number;
}

export interface Inspected<T> {
  /** Null: the inspected thing does not exist. */
  readonly inspection: T | null;
  /** Its simulated time. */
  readonly ns: number;
}

/** A decision: its record, or the task or CPU it is about and the latest time (ns). */
export type Sought =
  | Uint32Array
  | { readonly task: number; readonly ns: number }
  | { readonly cpu: number; readonly ns: number };

export interface FoundDecision {
  readonly record: Uint32Array;
  /** The time of the decision, and the number of the event before it. */
  readonly ns: number;
  readonly events: number;
}

export interface DecisionsAnswer {
  /** The last records: `wire/decisions.ts`. */
  readonly words: Uint32Array;
  /** Recording has just begun: earlier answers belong to another interval or run. */
  readonly fresh: boolean;
}
