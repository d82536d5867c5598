/** What can be asked of the worker that writes traces. */
import type { Scenario } from '../../scenario/generated/types';

/**
 * By the ends of their files' names: protocol buffers for the Perfetto UI; as ftrace prints it; `/proc/schedstat` of version 17; the
 * files of `/sys/kernel/debug/sched/domains`.
 */
export type TraceFormat = 'pftrace' | 'txt' | 'schedstat' | 'domains';

/** A trace of one lane between two moments (ns of simulated time). */
export interface WantedTrace {
  readonly scenario: Scenario;
  readonly lane: number;
  /** What the process of the tasks is called. */
  readonly title: string;
  readonly format: TraceFormat;
  readonly fromNs: number;
  readonly untilNs: number;
}

export interface TracePiece {
  readonly bytes: Uint8Array;
  /** How far the run has come. */
  readonly nowNs: number;
}

export interface TraceQuestions {
  begin(wanted: WantedTrace): void;
  /** The next piece, which is empty before the stretch begins; null after the last. */
  more(): TracePiece | null;
}
