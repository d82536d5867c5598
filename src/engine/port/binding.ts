/** The interface of the WebAssembly binding for the workers: `sim-wasm/wasm/src/lib.rs`. */
import type { FieldError } from '../../scenario/generated/types';

/** One lane of a scenario. */
export interface Simulation {
  machine(): string;
  tasks(): Uint16Array;
  now(): number;
  events(): number;
  done(): boolean;
  advance(untilNs: number, maxEvents: number): number;
  step(): boolean;
  set_log(level: number, fromNs: number): void;
  take_log(): Uint32Array;
  frame(withFlows: boolean): Uint32Array;
  series(): Uint32Array;
  snapshot(): Simulation;
  flips_passed(): number;
  set_flips(flipsJson: string): void;
  next_decision(task: number, lastEvent: number): boolean;
  last_decision(task: number, lastEvent: number): number;
  report(): string;
  inspect_cpu(cpu: number): string;
  trace_queue(cpu: number, untilNs: number, maxEvents: number): Float64Array;
  inspect_task(task: number): string;
  inspect_policy(): string;
  keep_decisions(on: boolean): void;
  take_decisions(): Uint32Array;
  /** Of a recording only: what is said of it, and a CPU or a task at this moment (`engine/recording/recorded.ts`). */
  about?(): string;
  cpu_moment?(cpu: number): string;
  task_moment?(task: number): string;
  anonymized?(): string;
  /** Of a recording only: from now on its decisions are what the rules of this lane of the document would have been. */
  ask_rules?(lane: number): void;
  free(): void;
}
export type SimulationClass = new (
  scenarioJson: string,
  lane: number,
  program?: string | null,
  replay?: Uint8Array | null,
) => Simulation;

/** The simulator refuses a document by throwing the JSON of its field errors; anything else that it throws is a fault. */
export function fieldErrors(thrown: unknown): FieldError[] | null {
  if (typeof thrown !== 'string') return null;
  try {
    const errors: unknown = JSON.parse(thrown);
    return Array.isArray(errors) ? (errors as FieldError[]) : null;
  } catch {
    return null;
  }
}
