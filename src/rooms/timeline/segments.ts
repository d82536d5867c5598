/**
 * Which task each CPU ran when: a bounded ring of segments per CPU, built from the log's switches.
 * A segment lasts until the next one begins.
 */
import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { eachRecord, type LogRecord } from '../../engine/wire/log';
import { EVENT_KINDS, LEFTS, NO_TASK } from '../../scenario/generated/vocab';

/** A state that the log does not contain. No task has this number. */
export const UNKNOWN = 0xfffe;
/** Idle while a queue in reach has two tasks. No task has this number. */
export const WASTED = 0xfffd;

/** Idle while tasks wait here in a throttled control group. No task has this number. */
export const THROTTLED = 0xfffc;

const NO_LOG = new Uint32Array();
const SWITCH = EVENT_KINDS.indexOf('switch');
const WASTE = EVENT_KINDS.indexOf('wasted');
const THROTTLE = EVENT_KINDS.indexOf('throttle');
const UNTHROTTLE = EVENT_KINDS.indexOf('unthrottle');
const LEFT_IDLE = LEFTS.indexOf('idle');
const LEFT_UNKNOWN = LEFTS.indexOf('unknown');

/** A throttled group whose number is unknown. */
const ANY_GROUP = 1;

/** The state of a CPU before its first switch in a log. */
const WAS_BUSY = 1;
const WAS_IDLE = 2;
/** Value for a mark that the log does not mention; otherwise its first change: 1: set, 0: cleared. */
const UNSEEN = 2;

export class Segments {
  readonly #starts: Float64Array;
  readonly #tasks: Uint16Array;
  /** Segments ever begun, per CPU. */
  readonly #count: Float64Array;
  readonly #seen: Uint8Array;
  readonly #firstWaste: Uint8Array;
  readonly #firstThrottle: Uint8Array;
  /** CPUs that are wasted while they idle. */
  readonly #wasted: Uint8Array;
  /** Throttled control groups of each CPU: bit n for the group n. */
  readonly #throttled: Uint16Array;
  /** Time up to which the ring is complete (ns). */
  nowNs = 0;
  /** Before this moment nothing is known (ns). */
  beganNs = 0;

  constructor(
    readonly cpus: number,
    readonly capacity = 2048,
  ) {
    this.#starts = new Float64Array(cpus * capacity);
    this.#tasks = new Uint16Array(cpus * capacity);
    this.#count = new Float64Array(cpus);
    this.#seen = new Uint8Array(cpus);
    this.#firstWaste = new Uint8Array(cpus);
    this.#firstThrottle = new Uint8Array(cpus);
    this.#wasted = new Uint8Array(cpus);
    this.#throttled = new Uint16Array(cpus);
    this.clear();
  }

  clear(): void {
    this.#count.fill(0);
    this.#wasted.fill(0);
    this.#throttled.fill(0);
    for (let cpu = 0; cpu < this.cpus; cpu += 1) this.#begin(cpu, 0, NO_TASK);
    this.nowNs = 0;
    this.beganNs = 0;
  }

  /** A past interval: the states at its beginning and end, and the log between. */
  static of(cpus: number, first: FrameView, log: Uint32Array, end: FrameView): Segments {
    const perCpu = new Uint32Array(cpus);
    eachRecord(log, ({ cpu }) => {
      perCpu[cpu] = (perCpu[cpu] ?? 0) + 1;
    });
    // Two for each record, one for the time before the interval, and one for the state at its beginning.
    const segments = new Segments(cpus, 2 * Math.max(...perCpu) + 3);
    segments.restart(first, log, end);
    return segments;
  }

  /** Replaces the content by such an interval. */
  restart(first: FrameView, log: Uint32Array, end: FrameView): void {
    this.#count.fill(0);
    for (let cpu = 0; cpu < this.cpus; cpu += 1) {
      this.#begin(cpu, 0, UNKNOWN);
      const flags = first.flags(cpu);
      this.#wasted[cpu] = flags & CpuFlag.wasted ? 1 : 0;
      // The number of the group does not matter: the next unthrottle clears it.
      this.#throttled[cpu] = flags & CpuFlag.throttled ? ANY_GROUP : 0;
      const task = first.running(cpu);
      this.#begin(cpu, first.ns, task === NO_TASK ? this.#idle(cpu) : task);
    }
    eachRecord(log, this.#onRecord);
    this.nowNs = end.ns;
    this.beganNs = first.ns;
  }

  /** Starts from a known state, without its history. */
  standAt(frame: FrameView): void {
    this.restart(frame, NO_LOG, frame);
  }

  /** Prepends an interval that ends where this one began. */
  precede(first: FrameView, log: Uint32Array, end: FrameView): void {
    const { nowNs, beganNs } = this;
    const present = Array.from({ length: this.cpus }, (_, cpu) => this.#since(cpu, beganNs));
    const [wasted, throttled] = [this.#wasted.slice(), this.#throttled.slice()];
    this.restart(first, log, end);
    // A task that continued across the boundary is one segment.
    for (const [cpu, segments] of present.entries())
      for (const { ns, task } of segments)
        if (ns > beganNs || task !== this.task(cpu, this.count(cpu) - 1)) this.#begin(cpu, ns, task);
    this.#wasted.set(wasted);
    this.#throttled.set(throttled);
    this.nowNs = nowNs;
  }

  /** The history of a CPU from a moment (ns) on; what the ring has overwritten is unknown. */
  #since(cpu: number, beganNs: number): { readonly ns: number; readonly task: number }[] {
    const found: { readonly ns: number; readonly task: number }[] = [];
    for (let i = Math.max(0, this.count(cpu) - this.capacity); i < this.count(cpu); i += 1) {
      const ns = this.start(cpu, i);
      if (ns < beganNs) continue;
      if (found.length === 0 && ns > beganNs) found.push({ ns: beganNs, task: UNKNOWN });
      found.push({ ns, task: this.task(cpu, i) });
    }
    return found;
  }

  /** The time (ns) from which on every CPU's history is known. */
  get fromNs(): number {
    let from = 0;
    for (let cpu = 0; cpu < this.cpus; cpu += 1) {
      const last = this.count(cpu) - 1;
      let i = Math.max(0, this.count(cpu) - this.capacity);
      if (i > 0) from = Math.max(from, this.start(cpu, i));
      for (; i < last; i += 1) if (this.task(cpu, i) === UNKNOWN) from = Math.max(from, this.start(cpu, i + 1));
    }
    return from;
  }

  #begin(cpu: number, ns: number, task: number): void {
    const count = this.#count[cpu] as number;
    const at = cpu * this.capacity + (count % this.capacity);
    this.#starts[at] = ns;
    this.#tasks[at] = task;
    this.#count[cpu] = count + 1;
  }

  /**
   * Accepts the log of a step that ended with `frame`. If the step was longer than `keptNs`, its beginning is not in
   * the log: the task of a CPU before its first switch is unknown, unless that switch ended an idle period.
   */
  accept(log: Uint32Array, frame: FrameView, keptNs: number): void {
    const end = frame.ns;
    if (end < this.nowNs) {
      this.standAt(frame);
      return;
    }
    if (end - this.nowNs > keptNs) this.#skipTo(log, frame, keptNs);
    else if (this.nowNs === 0) this.#startWith(log, frame);
    eachRecord(log, this.#onRecord);
    this.nowNs = end;
  }

  /** The state of each CPU at time 0, since events at that time may precede the log. */
  #startWith(log: Uint32Array, frame: FrameView): void {
    this.#see(log);
    for (let cpu = 0; cpu < this.cpus; cpu += 1) {
      if (this.count(cpu) > 1 || this.#seen[cpu] === WAS_IDLE) continue;
      this.#tasks[cpu * this.capacity] = this.#seen[cpu] ? UNKNOWN : frame.running(cpu);
    }
  }

  /** Records the state of each CPU before its first switch in the log, and the first change of its marks. Returns the log's first time. */
  #see(log: Uint32Array): number {
    this.#seen.fill(0);
    this.#firstWaste.fill(UNSEEN);
    this.#firstThrottle.fill(UNSEEN);
    let from = Number.POSITIVE_INFINITY;
    eachRecord(log, (record) => {
      const { kind, cpu } = record;
      from = Math.min(from, record.ns);
      if (kind === WASTE && this.#firstWaste[cpu] === UNSEEN) this.#firstWaste[cpu] = record.how;
      if ((kind === THROTTLE || kind === UNTHROTTLE) && this.#firstThrottle[cpu] === UNSEEN)
        this.#firstThrottle[cpu] = kind === THROTTLE ? 1 : 0;
      if (record.kind === SWITCH && this.#seen[record.cpu] === 0) {
        this.#seen[record.cpu] = record.how === LEFT_IDLE ? WAS_IDLE : WAS_BUSY;
      }
    });
    return from;
  }

  #skipTo(log: Uint32Array, frame: FrameView, keptNs: number): void {
    const from = Math.min(frame.ns - keptNs, this.#see(log));
    for (let cpu = 0; cpu < this.cpus; cpu += 1) {
      this.#begin(cpu, this.nowNs, UNKNOWN);
      // The first change of a mark implies the opposite before it; without a change, the mark has been constant.
      const flags = frame.flags(cpu);
      const was = (first: number | undefined, flag: number): boolean =>
        first === UNSEEN ? (flags & flag) !== 0 : first === 0;
      this.#wasted[cpu] = was(this.#firstWaste[cpu], CpuFlag.wasted) ? 1 : 0;
      this.#throttled[cpu] = was(this.#firstThrottle[cpu], CpuFlag.throttled) ? ANY_GROUP : 0;
      // Without a switch since, it ran the present task all along.
      const task = this.#seen[cpu] ? NO_TASK : frame.running(cpu);
      const unknown = this.#seen[cpu] === 0 && (flags & CpuFlag.unknown) !== 0;
      if (this.#seen[cpu] !== WAS_BUSY && !unknown) this.#begin(cpu, from, task === NO_TASK ? this.#idle(cpu) : task);
    }
  }

  readonly #onRecord = (record: LogRecord): void => {
    const { kind, cpu, ns, task } = record;
    const before = this.#idle(cpu);
    if (kind === SWITCH && record.how === LEFT_UNKNOWN) this.#begin(cpu, ns, UNKNOWN);
    else if (kind === SWITCH) this.#begin(cpu, ns, task === NO_TASK ? before : task);
    else if (kind === WASTE) this.#wasted[cpu] = record.how;
    else if (kind === THROTTLE) this.#throttled[cpu] = (this.#throttled[cpu] ?? 0) | (1 << record.how);
    else if (kind === UNTHROTTLE) this.#throttled[cpu] = (this.#throttled[cpu] ?? 0) & ~((1 << record.how) | ANY_GROUP);
    const after = this.#idle(cpu);
    if (after !== before && this.task(cpu, this.count(cpu) - 1) === before) this.#begin(cpu, ns, after);
  };

  /** The state of a CPU that runs no task. */
  #idle(cpu: number): number {
    if (this.#wasted[cpu]) return WASTED;
    return this.#throttled[cpu] ? THROTTLED : NO_TASK;
  }

  /** Index (since the beginning) of the segment of `cpu` at `ns`; before the ring: its oldest. */
  find(cpu: number, ns: number): number {
    const count = this.#count[cpu] as number;
    let low = Math.max(count - this.capacity, 0);
    let high = count - 1;
    while (low < high) {
      const mid = Math.ceil((low + high) / 2);
      if (this.start(cpu, mid) <= ns) low = mid;
      else high = mid - 1;
    }
    return low;
  }
  start(cpu: number, i: number): number {
    return this.#starts[cpu * this.capacity + (i % this.capacity)] as number;
  }
  task(cpu: number, i: number): number {
    return this.#tasks[cpu * this.capacity + (i % this.capacity)] as number;
  }
  /** Where segment `i` ends: at the next, or now. */
  end(cpu: number, i: number): number {
    return i + 1 < (this.#count[cpu] as number) ? this.start(cpu, i + 1) : this.nowNs;
  }
  /** Number of segments of `cpu` ever begun. */
  count(cpu: number): number {
    return this.#count[cpu] as number;
  }
}
