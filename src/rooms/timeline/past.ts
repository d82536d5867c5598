/** Queries the interval at which the camera rests, if the present log does not cover it. */
import type { RangeAnswer } from '../../engine/lanes/questions';
import type { LaneKey } from '../../state/view';
import type { Recording } from './recording';
import type { TimelineScene } from './scene';

/** Queries which task ran on which CPU in an interval of the run. */
export type AskRange = (lane: LaneKey, fromNs: number, toNs: number) => Promise<RangeAnswer | null>;

/** The camera must rest this long before the page requests the visible interval (ms). */
const REST_MS = 120;
/** A request extends the interval by this fraction of its length on both sides. */
const AROUND = 0.25;

/** Beginning and end (ns). */
type Bounds = readonly [number, number];

/** The interval at which the camera rests, since when, and whether it was requested. */
interface Rest {
  readonly key: string;
  readonly sinceMs: number;
  requested: boolean;
}

export class PastAsker {
  #rest: Rest = { key: '', sinceMs: 0, requested: true };

  constructor(private readonly scene: TimelineScene) {}

  look(nowMs: number, furthestNs: number, playing: boolean, ask: AskRange): void {
    const { camera, lanes } = this.scene;
    const { endNs, spanNs } = camera;
    const isRunning = endNs === null && playing;
    const forgotten = lanes.map(({ recording }) => recording.forgotten);
    const began = lanes.map(({ recording }) => recording.segments.beganNs);
    const where = isRunning ? `since ${began}` : `${endNs ?? `now ${this.scene.nowNs}`} ${spanNs}`;
    const key = `${where} ${forgotten}`;
    if (key !== this.#rest.key) this.#rest = { key, sinceMs: nowMs, requested: false };
    if (this.#rest.requested || nowMs - this.#rest.sinceMs < REST_MS) return;
    this.#rest.requested = true;
    if (endNs !== null) this.scene.dirty = true;
    for (const { lane, recording } of lanes) {
      const bounds = isRunning
        ? this.#before(recording)
        : endNs === null
          ? this.#present(recording)
          : this.#past(recording, endNs, furthestNs);
      if (!bounds) continue;
      void ask(lane, ...bounds).then((interval) => {
        if (interval) recording.take(interval);
        this.scene.dirty = true;
      });
    }
  }

  /** The visible time before a view switched to playing lanes (ns), once, since they play on meanwhile. */
  #before({ segments }: Recording): Bounds | null {
    const from = Math.max(0, segments.nowNs - this.scene.camera.spanNs);
    return segments.beganNs > from ? [from, segments.beganNs] : null;
  }

  /** The visible interval that the present does not cover (ns); null: none. */
  #present(recording: Recording): Bounds | null {
    const { nowNs } = recording.segments;
    const from = Math.max(0, nowNs - this.scene.camera.spanNs);
    return recording.lacks(from) ? [from, nowNs] : null;
  }

  /** The same for a past interval, extended on both sides. */
  #past(recording: Recording, endNs: number, furthestNs: number): Bounds | null {
    const { spanNs } = this.scene.camera;
    const [from, to] = [Math.max(0, endNs - spanNs), Math.min(endNs, furthestNs)];
    if (recording.holds(from, to)) return null;
    const around = spanNs * AROUND;
    return [Math.max(0, from - around), Math.min(to + around, furthestNs)];
  }
}
