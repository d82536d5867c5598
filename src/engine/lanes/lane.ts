/**
 * The data that the views of one lane read once per animation frame. Mutable and outside React on purpose: sixty frames
 * a second must not re-render a component tree.
 */
import type { MachineDescription } from '../../scenario/generated/types';
import { calledIn, type Recorded } from '../recording/recorded';
import { FrameView } from '../wire/frame';
import { nameTasks } from './names';
import type { SoughtFrame } from './questions';

const NO_LOG = new Uint32Array();

export interface Opening {
  readonly frame: FrameView;
  readonly log: Uint32Array;
}

export interface LaneFeed {
  readonly machine: MachineDescription;
  /** Two numbers per task: index of its role in `ROLES`, and its communication group. */
  readonly tasks: Uint16Array;
  /** What is said of the recording that the lane shows; null: it is simulated, or the file is missing. */
  readonly recorded: Recorded | null;
  frame: FrameView | null;
  /** The steps to the present moment: for a view that is mounted later. */
  readonly opening: readonly Opening[];
  /** The log of the last load or seek began here (ns). */
  readonly loggedFromNs: number;
  /** Increases by one with every new frame. */
  version: number;
  /** Called with the records of every step, in order; the array is not reused. */
  onLog(listener: (log: Uint32Array) => void): () => void;
  /**
   * Called when the lane has reached its moment without playing: time 0, or the target of a seek. `log` holds the
   * records since `loggedFromNs`: the last window, or less.
   */
  onReset(listener: (log: Uint32Array) => void): () => void;
}

/** A feed with the series that the charts draw. */
export interface ChartFeed extends LaneFeed {
  /** Samples of the run so far (`series.ts`), or null before the first. */
  readonly series: Uint32Array | null;
}

/** The writable side of a feed. */
export class Lane implements ChartFeed {
  frame: FrameView | null = null;
  series: Uint32Array | null = null;
  opening: readonly Opening[] = [];
  loggedFromNs = 0;
  version = 0;
  readonly #logListeners = new Set<(log: Uint32Array) => void>();
  readonly #resetListeners = new Set<(log: Uint32Array) => void>();

  constructor(
    readonly machine: MachineDescription,
    readonly tasks: Uint16Array,
    readonly recorded: Recorded | null = null,
  ) {
    if (recorded)
      nameTasks(
        tasks,
        recorded.tasks.map((_, task) => calledIn(recorded, task)),
      );
  }

  /** Accepts the answer to an advance; returns its frame. */
  accept(frame: Uint32Array, log: Uint32Array, series: Uint32Array | null): FrameView {
    const view = new FrameView(frame);
    this.frame = view;
    if (series) this.series = series;
    this.version += 1;
    if (log.length > 0) for (const listener of this.#logListeners) listener(log);
    return view;
  }

  /** Sets the lane to its start moment, after these `steps`. */
  open(
    steps: readonly { readonly frame: Uint32Array; readonly log: Uint32Array; readonly series: Uint32Array | null }[],
  ) {
    this.opening = steps.map(({ frame, log }) => ({ frame: new FrameView(frame), log }));
    // The first step ended where the log begins.
    this.loggedFromNs = this.opening[0]?.frame.ns ?? 0;
    for (const { frame, log, series } of steps) this.accept(frame, log, series);
  }

  reset(): void {
    this.frame = null;
    this.series = null;
    this.opening = [];
    this.loggedFromNs = 0;
    this.version += 1;
    for (const listener of this.#resetListeners) listener(NO_LOG);
  }

  /** Accepts the answer to a seek; returns its frame. */
  jump({ frame, log, series, loggedFromNs }: SoughtFrame): FrameView {
    this.loggedFromNs = loggedFromNs;
    this.opening = [{ frame: new FrameView(frame), log }];
    const view = this.accept(frame, NO_LOG, series);
    for (const listener of this.#resetListeners) listener(log);
    return view;
  }

  onLog(listener: (log: Uint32Array) => void): () => void {
    this.#logListeners.add(listener);
    return () => this.#logListeners.delete(listener);
  }

  onReset(listener: (log: Uint32Array) => void): () => void {
    this.#resetListeners.add(listener);
    return () => this.#resetListeners.delete(listener);
  }
}
