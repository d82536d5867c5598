/**
 * A frame: the exact state of a lane at one moment, as 32-bit words. Written by
 * `sim-wasm/core/src/sim/frame.rs`; its layout is in `observe/frame.rs`, whose constants are
 * generated into `src/scenario/generated/wire.ts`.
 *
 * ```
 * header        FRAME.HEADER words (see the getters)
 * per CPU       1 word each: the fields of CPU_WORD
 * waiting       one word per waiting task: CPU by CPU, in the order they will run
 * per unit      2 words each: cache lines moved inside, cache lines moved to or from outside (cumulative)
 * per node pair nodes × nodes words: cache lines moved (cumulative)
 * flows         units × units × causes words: moves so far, only where `hasFlows`
 * ```
 * A *unit* is what the diagram draws as a box of CPUs: a cluster; where the machine has none, a
 * core with SMT, else a node (`MachineDescription.units`).
 */
import { CPU_WORD, FRAME, FrameFlag } from '../../scenario/generated/wire';
import { fieldAt } from './field';

export { CpuFlag } from '../../scenario/generated/wire';

const wide = (low: number, high: number): number => low + high * 4294967296;

export class FrameView {
  constructor(readonly words: Uint32Array) {}

  #w(i: number): number {
    return this.words[i] ?? 0;
  }
  /** Simulated time (ns). */
  get ns(): number {
    return wide(this.#w(FRAME.NOW), this.#w(FRAME.NOW + 1));
  }
  /** The workload has ended, or the time limit is reached. */
  get done(): boolean {
    return (this.#w(FRAME.FLAGS) & FrameFlag.done) !== 0;
  }
  get cpus(): number {
    return this.#w(FRAME.CPUS);
  }
  get waitingCount(): number {
    return this.#w(FRAME.WAITING);
  }
  get units(): number {
    return this.#w(FRAME.UNITS);
  }
  get nodes(): number {
    return this.#w(FRAME.NODES);
  }
  get events(): number {
    return wide(this.#w(FRAME.EVENTS), this.#w(FRAME.EVENTS + 1));
  }
  /** Event hash so far, 16 hexadecimal digits. */
  get hash(): string {
    const hex = (n: number) => n.toString(16).padStart(8, '0');
    return hex(this.#w(FRAME.HASH + 1)) + hex(this.#w(FRAME.HASH));
  }
  /** Completed work, in the workload's `WorkUnit`. */
  get messages(): number {
    return wide(this.#w(FRAME.MESSAGES), this.#w(FRAME.MESSAGES + 1));
  }
  /** CPU time spent busy, summed over the CPUs (ns). */
  get busyNs(): number {
    return wide(this.#w(FRAME.BUSY), this.#w(FRAME.BUSY + 1));
  }
  /** CPU time idle while a task waited in the same LLC (2.5.5x: anywhere), summed over the CPUs (ns). */
  get wastedNs(): number {
    return wide(this.#w(FRAME.WASTED), this.#w(FRAME.WASTED + 1));
  }
  /** Rates and shares are measured: the work has begun and the warm-up has ended. */
  get measured(): boolean {
    return (this.#w(FRAME.FLAGS) & FrameFlag.measured) !== 0;
  }
  /** Time (ns) since the measured part began. */
  get elapsedNs(): number {
    return this.ns - wide(this.#w(FRAME.STARTED), this.#w(FRAME.STARTED + 1));
  }
  /** The window of rates and shares (ns): since the end of the warm-up, else since the measured part began. */
  get windowNs(): number {
    return this.ns - wide(this.#w(FRAME.SINCE), this.#w(FRAME.SINCE + 1));
  }
  get windowMessages(): number {
    return this.messages - wide(this.#w(FRAME.SINCE_MESSAGES), this.#w(FRAME.SINCE_MESSAGES + 1));
  }
  get windowBusyNs(): number {
    return this.busyNs - wide(this.#w(FRAME.SINCE_BUSY), this.#w(FRAME.SINCE_BUSY + 1));
  }
  get windowWastedNs(): number {
    return this.wastedNs - wide(this.#w(FRAME.SINCE_WASTED), this.#w(FRAME.SINCE_WASTED + 1));
  }
  /** `cpu.stat` of all control groups together: periods, those with a throttled queue, and for how long queues were (ns). */
  get nrPeriods(): number {
    return this.#w(FRAME.NR_PERIODS);
  }
  get nrThrottled(): number {
    return this.#w(FRAME.NR_THROTTLED);
  }
  get throttledNs(): number {
    return wide(this.#w(FRAME.THROTTLED), this.#w(FRAME.THROTTLED + 1));
  }
  get sched(): number {
    return this.#w(FRAME.SCHED);
  }
  get schedIdle(): number {
    return this.#w(FRAME.GOIDLE);
  }
  get wakeups(): number {
    return this.#w(FRAME.TTWU);
  }
  get steals(): number {
    return this.#w(FRAME.STEAL);
  }
  /** Wake-up latency quantiles (ns): from the wake-up to running. */
  get wakeP50(): number {
    return wide(this.#w(FRAME.WAKE_P50), this.#w(FRAME.WAKE_P50 + 1));
  }
  /** Quantiles of the latency of a request (ns); 0: there are none. */
  get requestP50(): number {
    return wide(this.#w(FRAME.REQUEST_P50), this.#w(FRAME.REQUEST_P50 + 1));
  }
  get requestP99(): number {
    return wide(this.#w(FRAME.REQUEST_P99), this.#w(FRAME.REQUEST_P99 + 1));
  }
  get wakeP99(): number {
    return wide(this.#w(FRAME.WAKE_P99), this.#w(FRAME.WAKE_P99 + 1));
  }
  /** Moves so far, by cause and distance (indices of `CAUSES`, `DISTANCES`). */
  moves(cause: number, distance: number): number {
    return this.#w(FRAME.MOVES + cause * FRAME.DISTANCE_COUNT + distance);
  }
  /** Wake-ups so far, by the distance from the previous CPU to the chosen one. */
  wakesTo(distance: number): number {
    return this.#w(FRAME.WAKES + distance);
  }
  /** Cache lines moved so far, by distance. */
  lines(distance: number): number {
    return this.#w(FRAME.LINES + distance);
  }

  /** The task running on `cpu`, or NO_TASK. */
  running(cpu: number): number {
    return fieldAt(this.words, FRAME.HEADER + cpu, CPU_WORD.TASK);
  }
  waitingOn(cpu: number): number {
    return fieldAt(this.words, FRAME.HEADER + cpu, CPU_WORD.WAITING);
  }
  /** Bits of `CpuFlag`. */
  flags(cpu: number): number {
    return fieldAt(this.words, FRAME.HEADER + cpu, CPU_WORD.FLAGS);
  }
  /** The `i`th of all waiting tasks, CPU by CPU (skip `waitingOn` of the CPUs before). */
  waitingAt(i: number): number {
    return this.#w(FRAME.HEADER + this.cpus + i);
  }
  get #unitBase(): number {
    return FRAME.HEADER + this.cpus + this.waitingCount;
  }
  /** Cache lines moved inside a unit so far. */
  linesInside(unit: number): number {
    return this.#w(this.#unitBase + unit * 2);
  }
  /** Cache lines moved between a unit and the rest so far. */
  linesOutside(unit: number): number {
    return this.#w(this.#unitBase + unit * 2 + 1);
  }
  /** Cache lines moved between two nodes so far. */
  linesBetween(from: number, to: number): number {
    return this.#w(this.#unitBase + this.units * 2 + from * this.nodes + to);
  }
  get hasFlows(): boolean {
    return (this.#w(FRAME.FLAGS) & FrameFlag.flows) !== 0;
  }
  /** Moves between two units so far, by cause; only when `hasFlows`. */
  flow(from: number, to: number, cause: number): number {
    const base = this.#unitBase + this.units * 2 + this.nodes * this.nodes;
    return this.#w(base + (from * this.units + to) * FRAME.CAUSE_COUNT + cause);
  }
}
