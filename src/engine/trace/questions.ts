/** The requests to the worker that writes traces. */
import type { Scenario } from '../../scenario/generated/types';

/**
 * By file extension: protocol buffers for the Perfetto UI; ftrace's text output; `/proc/schedstat` of version 17; the
 * files of `/sys/kernel/debug/sched/domains`.
 */
export type TraceFormat = 'pftrace' | 'txt' | 'schedstat' | 'domains';

/** A trace of one lane between two moments (ns of simulated time). */
export interface WantedTrace {
  readonly scenario: Scenario;
  readonly lane: number;
  /** The process name of the tasks. */
  readonly title: string;
  readonly format: TraceFormat;
  readonly fromNs: number;
  readonly untilNs: number;
}

export interface TracePiece {
  readonly bytes: Uint8Array;
  /** The moment that the run has reached. */
  readonly nowNs: number;
}

export interface TraceQuestions {
  begin(wanted: WantedTrace): void;
  /** The next piece, which is empty before the interval begins; null after the last. */
  more(): TracePiece | null;
}
