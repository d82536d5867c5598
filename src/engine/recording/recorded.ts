/** What the page knows of a recording that a lane shows. Written by `sim-wasm/recorded/src/about.rs`. */
import type { Distance } from '../../scenario/generated/vocab';
import type { Remark } from '../remark';

export type MoveClass =
  | 'wake'
  | 'fork'
  | 'exec'
  | 'affinity'
  | 'active'
  | 'new_idle'
  | 'periodic'
  | 'numa'
  | 'delayed'
  | 'other';
export type Sure = 'sure' | 'likely' | 'maybe';

/** Times are from the beginning of the window (ns). */
export interface Recorded {
  readonly release: string | null;
  /** CPUs have distances. */
  readonly placed: boolean;
  readonly length_ns: number;
  /** It ends before the window does, which has too many events or tasks. */
  readonly is_cut: boolean;
  /** Name and pid of each task, and the index of its process. */
  readonly tasks: readonly (readonly [comm: string, pid: number, process: number])[];
  readonly processes: readonly { readonly name: string; readonly tasks: number; readonly ran_ns: number }[];
  readonly waits: readonly {
    readonly task: number;
    readonly cpu: number;
    readonly from_ns: number;
    readonly to_ns: number;
    readonly woken: boolean;
  }[];
  readonly moves: readonly {
    readonly task: number;
    readonly at_ns: number;
    readonly from: number;
    readonly to: number;
    readonly distance: Distance;
    readonly class: MoveClass;
    readonly sure: Sure;
  }[];
  readonly idle: readonly {
    readonly cpu: number;
    readonly from_ns: number;
    readonly to_ns: number;
    readonly waited_ns: number;
  }[];
  readonly pairs: readonly {
    readonly by: number;
    readonly task: number;
    readonly count: number;
    readonly at_ns: number;
  }[];
  /** Time of which it is not known what CPUs did, of all CPUs together. */
  readonly unknown_ns: number;
  readonly cpus: number;
  readonly notes: readonly Remark[];
  readonly wakers_unknown: number;
  readonly wakers_maybe: number;
  readonly lost_events: number;
}

export interface WakeMoment {
  readonly at_ns: number;
  readonly by: number | null;
  readonly waker: 'interrupt' | 'idle' | 'task';
  /** The CPU of the waker, the one before (null: unknown) and the one that the task was placed on. */
  readonly cpu: number;
  readonly before: number | null;
  readonly to: number;
  readonly moved: Distance | null;
  readonly from_waker: Distance | null;
  /** When it ran; null: not yet. */
  readonly ran_ns: number | null;
  /** The CPUs that idled, by their distance to the CPU before. An empty distance: nobody knows. */
  readonly idle: readonly { readonly distance: Distance | ''; readonly cpus: readonly number[] }[];
  readonly idle_count: number;
}

export interface MoveMoment {
  readonly at_ns: number;
  readonly from: number;
  readonly to: number;
  readonly class: MoveClass;
  readonly sure: Sure;
  readonly distance: Distance | null;
}

export interface TaskMoment {
  readonly task: number;
  readonly state: 'unknown' | 'running' | 'waiting' | 'sleeping' | 'dead';
  readonly cpu: number | null;
  readonly since_ns: number;
  readonly prio: number | null;
  readonly ran_ns: number;
  readonly waited_ns: number;
  readonly longest_wait_ns: number;
  readonly switched_in: number;
  readonly woken: number;
  readonly moved: number;
  readonly woke: number;
  readonly wake: WakeMoment | null;
  readonly came: MoveMoment | null;
}

export interface CpuMoment {
  readonly cpu: number;
  readonly state: 'running' | 'idle' | 'unknown';
  readonly task: TaskMoment | null;
  readonly queue: readonly TaskMoment[];
}

/** A task as its recording calls it. */
export const calledIn = ({ tasks }: Pick<Recorded, 'tasks'>, task: number): string => {
  const [comm = '', pid] = tasks[task] ?? [];
  return `${comm || '?'}:${pid ?? '?'}`;
};
