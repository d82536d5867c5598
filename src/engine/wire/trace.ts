/** A CPU's queue over an interval. Layout: `sim-wasm/core/src/observe/trace.rs`. */
import { QUEUED_STATES, TRACE } from '../../scenario/generated/queue';

export interface TracedTask {
  readonly task: number;
  /** Delayed: asleep, but still queued; expired: in the array of tasks whose timeslice is used up. */
  readonly state: (typeof QUEUED_STATES)[number];
  /** Vruntime and virtual deadline (ns ahead of the queue's clock). */
  readonly v: number;
  readonly d: number;
  readonly weight: number;
  /** O(1): remaining timeslice (ns). */
  readonly slice: number;
}

export interface TraceSample {
  readonly ns: number;
  /** The time up to which the running task is charged (ns). */
  readonly chargedNs: number;
  /** The queue's clock: V, or min_vruntime (ns). */
  readonly clock: number;
  readonly tasks: readonly TracedTask[];
}

/** The samples, in order of time. */
export function samplesOf(words: Float64Array): readonly TraceSample[] {
  const samples: TraceSample[] = [];
  for (let at = 0; at < words.length; ) {
    const [ns = 0, chargedNs = 0, clock = 0, count = 0] = words.subarray(at, at + TRACE.SAMPLE);
    at += TRACE.SAMPLE;
    const tasks = Array.from({ length: count }, (_, i): TracedTask => {
      const [task = 0, state = 0, v = 0, d = 0, weight = 0, slice = 0] = words.subarray(
        at + i * TRACE.TASK,
        at + (i + 1) * TRACE.TASK,
      );
      return { task, state: QUEUED_STATES[state] ?? 'waiting', v, d, weight, slice };
    });
    at += count * TRACE.TASK;
    samples.push({ ns, chargedNs, clock, tasks });
  }
  return samples;
}
