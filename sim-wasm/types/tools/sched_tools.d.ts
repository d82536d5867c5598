/* tslint:disable */
/* eslint-disable */

/**
 * A class that is being marked, run by run.
 */
export class Grading {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The table for a course system: `moodle` or `canvas`.
     */
    csv(system: string): string;
    /**
     * Files, which end at `ends` in `bytes`, with their paths (`string[]` as JSON). `due`: seconds since 1970, 0 for none.
     */
    constructor(document: string, key: string, paths: string, bytes: Uint8Array, ends: Uint32Array, due: number);
    /**
     * The right answers as JSON, one for each task.
     */
    right(): string;
    /**
     * The rows as JSON.
     */
    rows(): string;
    /**
     * Does one run. Returns how many are left before more may be needed; 0: everything is marked.
     */
    step(): number;
}

/**
 * A recording as a lane: the methods of `Simulation`.
 */
export class RecordedSimulation {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * What is said of the recording beside the lane, as JSON; `null`: it is not there.
     */
    about(): string;
    advance(until_ns: number, max_events: number): number;
    /**
     * The window as a text without the names of tasks.
     */
    anonymized(): string;
    /**
     * As `keep_decisions`, of the kernel of another lane of the document.
     */
    ask_rules(lane: number): void;
    /**
     * A CPU at this moment, as JSON, or `null`.
     */
    cpu_moment(cpu: number): string;
    done(): boolean;
    events(): number;
    /**
     * A recording has no switches.
     */
    flips_passed(): number;
    frame(with_flows: boolean): Uint32Array;
    /**
     * Most of what the inspector of a run shows is not in a recording: see `cpu_moment`.
     */
    inspect_cpu(_cpu: number): string;
    inspect_policy(): string;
    inspect_task(_task: number): string;
    /**
     * Records what the rules of the recorded lane's kernel would have asked for each wake-up.
     */
    keep_decisions(on: boolean): void;
    last_decision(task: number, last_event: number): number;
    machine(): string;
    /**
     * The decisions of a recording are its wake-ups.
     */
    next_decision(task: number, last_event: number): boolean;
    now(): number;
    report(): string;
    series(): Uint32Array;
    set_flips(_flips_json: string): void;
    set_log(level: number, from_ns: number): void;
    snapshot(): RecordedSimulation;
    step(): boolean;
    take_decisions(): Uint32Array;
    take_log(): Uint32Array;
    /**
     * A task at this moment, as JSON, or `null`.
     */
    task_moment(task: number): string;
    tasks(): Uint16Array;
    trace_queue(_cpu: number, until_ns: number, max_events: number): Float64Array;
}

/**
 * Reads a file in pieces.
 */
export class RecordingReader {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Events so far.
     */
    events(): number;
    /**
     * Ends the file. Returns what it says, as JSON. `name`: what the machine is called.
     */
    finish(name: string): string;
    /**
     * Reads all of a file.
     */
    constructor();
    /**
     * Takes the next bytes.
     */
    push(bytes: Uint8Array): void;
}

/**
 * A replay of a recording.
 */
export class ReplayOfRecording {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The bytes of the replay file.
     */
    file(): Uint8Array;
    /**
     * `options_json`: `{name, from, to, open, without_recorder, anonymous, seeds}`, all of which may be absent.
     * `machine_json`: the `machine` of a document; absent: what the recording says. Throws a sentence.
     */
    constructor(recording: Uint8Array, options_json: string, machine_json?: string | null);
    /**
     * `{scenario, hash, notes, fidelity}` as JSON.
     */
    said(): string;
}

/**
 * A search in progress.
 */
export class Search {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The settings to run next (`Trial[]` as JSON); empty: the search is over.
     */
    ask(): string;
    /**
     * A search over a scenario, from its plan as JSON.
     */
    constructor(scenario_json: string, plan_json: string);
    /**
     * The result as JSON, once it is over; `null`: no setting could be measured.
     */
    outcome(): string;
    /**
     * How far it is, as JSON.
     */
    progress(): string;
    /**
     * What the lanes got done in each setting that was asked (`([a, b] | null)[]` as JSON, both seed by seed).
     */
    tell(results_json: string): void;
}

/**
 * Reads the window of a file that a document shows.
 */
export class TapeReader {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * A lane of the machine without its recording.
     */
    blank(): RecordedSimulation;
    /**
     * Ends the file. Throws `FieldError[]` as JSON if the machine is another one, or the file no recording.
     */
    finish(): RecordedSimulation;
    /**
     * Reads the recording of a scenario on its machine. `placed`: the machine says what CPUs share. Throws the errors of the
     * scenario as JSON (`FieldError[]`).
     */
    constructor(scenario_json: string);
    /**
     * Takes the next bytes; `false`: no more are needed.
     */
    push(bytes: Uint8Array): boolean;
}

/**
 * A trace of one lane, piece by piece.
 */
export class Trace {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `format`: one of the `FORMATS` of `sched-traces`. `from` and `until`: the stretch (ns of simulated time).
     * Throws the first thing that is wrong with the document.
     */
    constructor(scenario_json: string, lane: number, title: string, format: string, from: number, until: number);
    /**
     * The next piece, which may be empty; nothing after the last.
     */
    next(): Uint8Array | undefined;
    /**
     * How far the run has come (ns).
     */
    now(): number;
}

/**
 * The domains that are built on a machine (JSON) under a kernel beside those that its kernel told. No kernel: one that has the
 * version of the file. `{kernel, rows}` as JSON.
 */
export function check_domains(machine_json: string, kernel: string, bytes: Uint8Array): string;

/**
 * The code of a sheet (JSON). Throws a fault as JSON.
 */
export function code_of(sheet_json: string): string;

/**
 * The commands as JSON.
 */
export function commands(): string;

/**
 * Standard deviation of a sample; NaN of fewer than two values.
 */
export function deviation(values: Float64Array): number;

/**
 * `b` minus `a`, pair by pair, in percent of the mean of `a`; empty where that is 0.
 */
export function differences(a: Float64Array, b: Float64Array): Float64Array;

/**
 * The same in percent of the larger mean, for figures that are 0 where all is well.
 */
export function differences_of_larger(a: Float64Array, b: Float64Array): Float64Array;

/**
 * Mean and half of the 95 % interval of at least one value; NaN: there is no interval.
 */
export function estimate(values: Float64Array): Float64Array;

/**
 * About how many events a run of a scenario has.
 */
export function expected_events(scenario_json: string): number;

/**
 * The experiment of a task with the changes of an answer: a scenario as JSON, with the first seed of the student; empty:
 * the task has none.
 */
export function experiment_of(document: string, task: number, value_json: string, number: string): string;

/**
 * What a paired difference in percent shows: `apart`, `none` or `undecided`. `half` NaN: there is no interval.
 */
export function finding(mean: number, half: number, seeds: number): string;

/**
 * The rows of a table (`RowReport[]` as JSON) with what was run put in (by row, seed by seed, `null` where a run is
 * missing), judged.
 */
export function judge(rows_json: string, figures_json: string, standing_json: string): string;

/**
 * The key of a lecturer's document and the document that is handed out: `{key, handed_out}` as JSON.
 */
export function make_key(document: string, random: Uint8Array): string;

/**
 * What rows (`Asked[]` as JSON) ask of the run of a scenario, in the units of their quantities.
 */
export function measure(asked_json: string, scenario_json: string, report_json: string): Float64Array;

/**
 * Checks a source under a release of sched_ext ("6.12", "6.18", "7.1"; 6.18 for another one): `{problems, knobs}` as JSON.
 */
export function policy_check(source: string, release: string): string;

/**
 * The compiled policy of a lane as JSON, for `Simulation`; nothing if the lane has none. Throws the faults as JSON
 * (`FieldError[]`).
 */
export function policy_program(scenario_json: string, lane: number): string | undefined;

/**
 * The hooks and the functions of a release as JSON. Functions that only macros and the compiler call are left out.
 */
export function policy_words(release: string): string;

/**
 * An assignment with its digest and the faults of its document (`FieldError[]`); one of both is null.
 */
export function read_assignment(document: string): string;

/**
 * The costs that a text gives of a machine (JSON): `{costs, not_taken}` as JSON.
 */
export function read_costs(machine_json: string, bytes: Uint8Array): string;

/**
 * A machine out of a file, with the costs of a family: `{machine, not_said}` as JSON; `machine` as in a scenario.
 */
export function read_machine(bytes: Uint8Array, like: string): string;

/**
 * The texts of several pastes, which end at `ends` in `bytes`: `{parts, machine, waits, containers, fault}` as JSON. What they say of a
 * machine is joined; a matrix alone gives a machine with its costs. A text that cannot be read is a fault, and the others
 * are read.
 */
export function read_pile(bytes: Uint8Array, ends: Uint32Array, like: string): string;

/**
 * The workload of an `rt-app` document: `{workload, groups, limit_ms, not_taken}` as JSON.
 */
export function read_workload(bytes: Uint8Array): string;

/**
 * What the comparison of the lanes of a scenario rests on: the evidence for its costs, the other costs that its machine may
 * have, and the record of such effects.
 */
export function rests_on(scenario_json: string): string;

/**
 * The names of the axes that a scenario has (`string[]` as JSON).
 */
export function search_axes(scenario_json: string): string;

/**
 * A panic throws its message, so that the page reports it; without this hook it would be a bare `unreachable`.
 */
export function set_panic_hook(): void;

/**
 * Whether an interval holds zero; so does one that is NaN.
 */
export function spans_zero(mean: number, half: number): boolean;

/**
 * Runs what a student sees with an answer, and marks it without a key: `Mark` as JSON; its `runs` is the hash to hand in.
 */
export function try_answer(document: string, task: number, value_json: string, number: string): string;

/**
 * A machine as a link or a document describes it (JSON), with the rows that the page reads. Throws the error as JSON
 * (`FieldError`).
 */
export function with_rows(machine_json: string): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_grading_free: (a: number, b: number) => void;
    readonly __wbg_recordedsimulation_free: (a: number, b: number) => void;
    readonly __wbg_recordingreader_free: (a: number, b: number) => void;
    readonly __wbg_replayofrecording_free: (a: number, b: number) => void;
    readonly __wbg_search_free: (a: number, b: number) => void;
    readonly __wbg_tapereader_free: (a: number, b: number) => void;
    readonly __wbg_trace_free: (a: number, b: number) => void;
    readonly check_domains: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
    readonly code_of: (a: number, b: number) => [number, number, number, number];
    readonly commands: () => [number, number];
    readonly deviation: (a: number, b: number) => number;
    readonly differences: (a: number, b: number, c: number, d: number) => [number, number];
    readonly differences_of_larger: (a: number, b: number, c: number, d: number) => [number, number];
    readonly estimate: (a: number, b: number) => [number, number];
    readonly expected_events: (a: number, b: number) => [number, number, number];
    readonly experiment_of: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
    readonly finding: (a: number, b: number, c: number) => [number, number];
    readonly grading_csv: (a: number, b: number, c: number) => [number, number];
    readonly grading_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number, k: number) => [number, number, number];
    readonly grading_right: (a: number) => [number, number];
    readonly grading_rows: (a: number) => [number, number];
    readonly grading_step: (a: number) => number;
    readonly judge: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
    readonly make_key: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly measure: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number, number];
    readonly policy_check: (a: number, b: number, c: number, d: number) => [number, number];
    readonly policy_program: (a: number, b: number, c: number) => [number, number, number, number];
    readonly policy_words: (a: number, b: number) => [number, number];
    readonly read_assignment: (a: number, b: number) => [number, number];
    readonly read_costs: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly read_machine: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly read_pile: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number];
    readonly read_workload: (a: number, b: number) => [number, number, number, number];
    readonly recordedsimulation_about: (a: number) => [number, number];
    readonly recordedsimulation_advance: (a: number, b: number, c: number) => number;
    readonly recordedsimulation_anonymized: (a: number) => [number, number];
    readonly recordedsimulation_ask_rules: (a: number, b: number) => void;
    readonly recordedsimulation_cpu_moment: (a: number, b: number) => [number, number];
    readonly recordedsimulation_done: (a: number) => number;
    readonly recordedsimulation_events: (a: number) => number;
    readonly recordedsimulation_flips_passed: (a: number) => number;
    readonly recordedsimulation_frame: (a: number, b: number) => [number, number];
    readonly recordedsimulation_inspect_cpu: (a: number, b: number) => [number, number];
    readonly recordedsimulation_inspect_policy: (a: number) => [number, number];
    readonly recordedsimulation_inspect_task: (a: number, b: number) => [number, number];
    readonly recordedsimulation_keep_decisions: (a: number, b: number) => void;
    readonly recordedsimulation_last_decision: (a: number, b: number, c: number) => number;
    readonly recordedsimulation_machine: (a: number) => [number, number];
    readonly recordedsimulation_next_decision: (a: number, b: number, c: number) => number;
    readonly recordedsimulation_now: (a: number) => number;
    readonly recordedsimulation_report: (a: number) => [number, number];
    readonly recordedsimulation_series: (a: number) => [number, number];
    readonly recordedsimulation_set_flips: (a: number, b: number, c: number) => void;
    readonly recordedsimulation_set_log: (a: number, b: number, c: number) => void;
    readonly recordedsimulation_snapshot: (a: number) => number;
    readonly recordedsimulation_step: (a: number) => number;
    readonly recordedsimulation_take_decisions: (a: number) => [number, number];
    readonly recordedsimulation_take_log: (a: number) => [number, number];
    readonly recordedsimulation_task_moment: (a: number, b: number) => [number, number];
    readonly recordedsimulation_tasks: (a: number) => [number, number];
    readonly recordedsimulation_trace_queue: (a: number, b: number, c: number, d: number) => [number, number];
    readonly recordingreader_events: (a: number) => number;
    readonly recordingreader_finish: (a: number, b: number, c: number) => [number, number];
    readonly recordingreader_new: () => number;
    readonly recordingreader_push: (a: number, b: number, c: number) => void;
    readonly replayofrecording_file: (a: number) => [number, number];
    readonly replayofrecording_new: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number];
    readonly replayofrecording_said: (a: number) => [number, number];
    readonly rests_on: (a: number, b: number) => [number, number, number, number];
    readonly search_ask: (a: number) => [number, number];
    readonly search_axes: (a: number, b: number) => [number, number, number, number];
    readonly search_new: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly search_outcome: (a: number) => [number, number];
    readonly search_progress: (a: number) => [number, number];
    readonly search_tell: (a: number, b: number, c: number) => [number, number];
    readonly set_panic_hook: () => void;
    readonly spans_zero: (a: number, b: number) => number;
    readonly tapereader_blank: (a: number) => number;
    readonly tapereader_finish: (a: number) => [number, number, number];
    readonly tapereader_new: (a: number, b: number) => [number, number, number];
    readonly tapereader_push: (a: number, b: number, c: number) => number;
    readonly trace_new: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number) => [number, number, number];
    readonly trace_next: (a: number) => [number, number];
    readonly trace_now: (a: number) => number;
    readonly try_answer: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number, number, number];
    readonly with_rows: (a: number, b: number) => [number, number, number, number];
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
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
