/** The WebAssembly binding, as the workers use it: `sim-wasm/wasm/src/lib.rs`. */
import type { FieldError } from '../../scenario/generated/types';

/** A state of a run as few bytes. */
export interface Saved {
  free(): void;
}

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
  save(): Saved;
  restored(saved: Saved): Simulation;
  flips_passed(): number;
  set_flips(flipsJson: string): void;
  next_decision(task: number, lastEvent: number): boolean;
  last_decision(task: number, lastEvent: number): number;
  report(): string;
  inspect_cpu(cpu: number): string;
  trace_queue(cpu: number, untilNs: number, maxEvents: number): Float64Array;
  inspect_task(task: number): string;
  keep_decisions(on: boolean): void;
  take_decisions(): Uint32Array;
  free(): void;
}
export type SimulationClass = new (scenarioJson: string, lane: number) => Simulation;

/** All that a small module says of what it refuses: that it is without something, or that something is wrong. */
const UNTOLD = new Map([
  ['not built', 'not_built'],
  ['refused', 'other'],
] as const);

/** The simulator refuses by throwing the JSON of its field errors, or one of those words; anything else is a fault. */
export function fieldErrors(thrown: unknown): FieldError[] | null {
  if (typeof thrown !== 'string') return null;
  const kind = UNTOLD.get(thrown as 'refused');
  if (kind) return [{ field: '', value: '', fault: { kind }, message: 'what is wrong could not be loaded.' }];
  try {
    const errors: unknown = JSON.parse(thrown);
    return Array.isArray(errors) ? (errors as FieldError[]) : null;
  } catch {
    return null;
  }
}
