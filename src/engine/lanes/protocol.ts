/**
 * What the page and an engine worker say to each other. One worker simulates one lane. Only typed
 * arrays cross per frame; JSON crosses when a scenario is loaded or a report is asked for.
 */
import type {
  CpuInspection,
  FieldError,
  Flip,
  MachineDescription,
  RunReport,
  Scenario,
  TaskInspection,
} from '../../scenario/generated/types';

/** How much of the log a frame carries. */
export const LogLevel = { off: 0, switches: 1, all: 2 } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

/** What is looked for: the event that happened last or will be next, or the nearest decision. */
export type Found = 'last-event' | 'next-event' | 'last-decision' | 'next-decision';

/** A decision: its record, or the task it is about and a time (ns) that it is not after. */
export type Sought = Uint32Array | { readonly task: number; readonly ns: number };

export type Request =
  | { readonly type: 'load'; readonly id: number; readonly scenario: Scenario; readonly lane: number }
  | {
      /** Simulate until `untilNs`, for at most `budgetMs` of real time, then answer with a frame. */
      readonly type: 'advance';
      readonly id: number;
      readonly untilNs: number;
      readonly budgetMs: number;
      readonly level: LogLevel;
      /** The frame's log holds at least the last `windowNs` of the step, at most twice as much. */
      readonly windowNs: number;
      readonly withSeries: boolean;
    }
  | { readonly type: 'step'; readonly id: number; readonly withSeries: boolean }
  /** Gives the lane other flips. The run stays where it is, or goes back to where they begin to differ. */
  | { readonly type: 'flips'; readonly id: number; readonly flips: readonly Flip[] }
  | {
      /**
       * Stands at another moment: at a time with all its events, or after event number `events`, which is
       * at time `ns`. Answers after `budgetMs` of real time at the latest, with a frame of how far it came.
       */
      readonly type: 'seek';
      readonly id: number;
      readonly ns: number;
      readonly events: number | null;
      readonly budgetMs: number;
      readonly level: LogLevel;
      /** The frame's log holds this much before the moment. */
      readonly windowNs: number;
    }
  | {
      /** A moment before or after `ns` at which something happened; the run stays where it is. */
      readonly type: 'find';
      readonly id: number;
      readonly what: Found;
      readonly ns: number;
      /** Only decisions about this task. */
      readonly task: number | null;
    }
  /** Who ran where in a stretch of the past; the run stays where it is. */
  | { readonly type: 'range'; readonly id: number; readonly fromNs: number; readonly toNs: number }
  | {
      /** The decisions of the run in order, from `fromNs` on, or (null) from where the last answer ended. */
      readonly type: 'trail';
      readonly id: number;
      readonly fromNs: number | null;
      readonly untilNs: number;
    }
  | { readonly type: 'report'; readonly id: number }
  | { readonly type: 'inspect'; readonly id: number; readonly cpu: number }
  | { readonly type: 'inspect-task'; readonly id: number; readonly task: number }
  | {
      /** Where a decision of the run was made: one that is known, or the last about `task` at or before `ns`. */
      readonly type: 'decision';
      readonly id: number;
      readonly sought: Sought;
    }
  /** Keeps decisions from now on, or no longer; answers with those since the last time it was asked. */
  | { readonly type: 'decisions'; readonly id: number; readonly keep: boolean }
  /** Whether a text is a scenario document: answers `checked` or `refused`. */
  | { readonly type: 'check'; readonly id: number; readonly text: string };

export type Reply =
  | { readonly type: 'loaded'; readonly id: number; readonly machine: MachineDescription; readonly tasks: Uint16Array }
  | { readonly type: 'refused'; readonly id: number; readonly errors: FieldError[] }
  | {
      readonly type: 'frame';
      readonly id: number;
      /** Layout: `frame.ts`. */
      readonly frame: Uint32Array;
      /** Log records of this step, four words each: `log.ts`. */
      readonly log: Uint32Array;
      /** Series of the whole run so far, or null when not asked for: `series.ts`. */
      readonly series: Uint32Array | null;
    }
  | {
      readonly type: 'found';
      readonly id: number;
      /** When it happened, and the number of its event; null: nothing was found, or not in a second. */
      readonly at: { readonly ns: number; readonly events: number } | null;
    }
  | {
      readonly type: 'range';
      readonly id: number;
      /** The state at the end of what is told, which is before the end asked for where there was too much. */
      readonly frame: Uint32Array;
      /** The state at its beginning. */
      readonly first: Uint32Array;
      readonly log: Uint32Array;
    }
  | {
      readonly type: 'trail';
      readonly id: number;
      readonly words: Uint32Array;
      /** All decisions before this time have been told (ns). */
      readonly ns: number;
    }
  | { readonly type: 'report'; readonly id: number; readonly report: RunReport }
  | {
      readonly type: 'inspection';
      readonly id: number;
      readonly inspection: CpuInspection | null;
      /** Simulated time of it. */
      readonly ns: number;
    }
  | {
      readonly type: 'task-inspection';
      readonly id: number;
      readonly inspection: TaskInspection | null;
      readonly ns: number;
    }
  | {
      readonly type: 'decision';
      readonly id: number;
      /** Its record, when it was made, and the number of the event before. */
      readonly found: { readonly record: Uint32Array; readonly ns: number; readonly events: number } | null;
    }
  | {
      readonly type: 'decisions';
      readonly id: number;
      /** The last records: `decisions.ts`. */
      readonly words: Uint32Array;
      /** Recording began just now: what was answered before belongs to another stretch or run. */
      readonly fresh: boolean;
    }
  | { readonly type: 'checked'; readonly id: number }
  | { readonly type: 'fault'; readonly id: number; readonly message: string };
