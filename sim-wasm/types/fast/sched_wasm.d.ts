/* tslint:disable */
/* eslint-disable */

/**
 * One lane of a scenario, running.
 */
export class Simulation {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Runs until `until_ns`, for at most `max_events`, or to the end. Returns the events handled.
     */
    advance(until_ns: number, max_events: number): number;
    done(): boolean;
    /**
     * Events handled.
     */
    events(): number;
    /**
     * Flips of the lane that have happened.
     */
    flips_passed(): number;
    frame(with_flows: boolean): Uint32Array;
    /**
     * A CPU at this moment: `CpuInspection` as JSON, or `null`.
     */
    inspect_cpu(cpu: number): string;
    /**
     * The policy of the lane at this moment: `PolicyInspection` as JSON, or `null`.
     */
    inspect_policy(): string;
    /**
     * A task at this moment: `TaskInspection` as JSON, or `null`.
     */
    inspect_task(task: number): string;
    /**
     * Whether decisions are recorded from now on; the run is the same either way.
     */
    keep_decisions(on: boolean): void;
    /**
     * Goes to event `last_event`. Returns the number of the last event on the way in which something was
     * decided (about `task`, unless it is negative), or -1.
     */
    last_decision(task: number, last_event: number): number;
    /**
     * `MachineDescription` as JSON.
     */
    machine(): string;
    /**
     * Sets up a lane. `program`: its policy, compiled by the tools module, as JSON. `replay`: the bytes of its replay file.
     * The small build can run neither. Throws the errors of the scenario as JSON (`FieldError[]`), or what is wrong with the
     * file as a sentence.
     */
    constructor(scenario_json: string, lane: number, program?: string | null, replay?: Uint8Array | null);
    /**
     * Handles events up to number `last_event`, until one in which something was decided (about `task`,
     * unless it is negative). Returns whether something was.
     */
    next_decision(task: number, last_event: number): boolean;
    /**
     * Simulated time (ns).
     */
    now(): number;
    /**
     * `RunReport` as JSON.
     */
    report(): string;
    series(): Uint32Array;
    /**
     * Gives the lane other flips (`Flip[]` as JSON), of which those that have happened are the first.
     * Throws like the constructor.
     */
    set_flips(flips_json: string): void;
    /**
     * Empties the log. Level 0: keep nothing, 1: who runs where, 2: everything. Records of earlier
     * than `from_ns` are not kept.
     */
    set_log(level: number, from_ns: number): void;
    /**
     * A copy that goes on to the same events, without the log and the decision records. The caller frees it.
     */
    snapshot(): Simulation;
    /**
     * Handles one event. Returns false at the end of the run.
     */
    step(): boolean;
    /**
     * The decision records so far. Layout: `sim-wasm/core/src/observe/decisions.rs`.
     */
    take_decisions(): Uint32Array;
    take_log(): Uint32Array;
    /**
     * Role and communication group of each task.
     */
    tasks(): Uint16Array;
    /**
     * Runs until `until_ns`, for at most `max_events`, and tells a CPU's queue on the way. Layout:
     * `sim-wasm/core/src/observe/trace.rs`.
     */
    trace_queue(cpu: number, until_ns: number, max_events: number): Float64Array;
}

/**
 * A panic throws its message, so that the page reports it; without this hook it would be a bare `unreachable`.
 */
export function set_panic_hook(): void;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_simulation_free: (a: number, b: number) => void;
    readonly set_panic_hook: () => void;
    readonly simulation_advance: (a: number, b: number, c: number) => number;
    readonly simulation_done: (a: number) => number;
    readonly simulation_events: (a: number) => number;
    readonly simulation_flips_passed: (a: number) => number;
    readonly simulation_frame: (a: number, b: number) => [number, number];
    readonly simulation_inspect_cpu: (a: number, b: number) => [number, number];
    readonly simulation_inspect_policy: (a: number) => [number, number];
    readonly simulation_inspect_task: (a: number, b: number) => [number, number];
    readonly simulation_keep_decisions: (a: number, b: number) => void;
    readonly simulation_last_decision: (a: number, b: number, c: number) => number;
    readonly simulation_machine: (a: number) => [number, number];
    readonly simulation_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number];
    readonly simulation_next_decision: (a: number, b: number, c: number) => number;
    readonly simulation_now: (a: number) => number;
    readonly simulation_report: (a: number) => [number, number];
    readonly simulation_series: (a: number) => [number, number];
    readonly simulation_set_flips: (a: number, b: number, c: number) => [number, number];
    readonly simulation_set_log: (a: number, b: number, c: number) => void;
    readonly simulation_snapshot: (a: number) => number;
    readonly simulation_step: (a: number) => number;
    readonly simulation_take_decisions: (a: number) => [number, number];
    readonly simulation_take_log: (a: number) => [number, number];
    readonly simulation_tasks: (a: number) => [number, number];
    readonly simulation_trace_queue: (a: number, b: number, c: number, d: number) => [number, number];
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
