/** Asks for the past that the camera rests on, where the log of the present does not reach. */
import type { RangeAnswer } from '../../engine/lanes/questions';
import type { LaneKey } from '../../state/view';
import type { TimelineScene } from './scene';

/** Who ran where in a stretch of the run. */
export type AskRange = (lane: LaneKey, fromNs: number, toNs: number) => Promise<RangeAnswer | null>;

/** The camera has to rest this long before what it shows is asked for (ms). */
const REST_MS = 120;
/** A stretch is asked for with this much of its length on both sides. */
const AROUND = 0.25;

export class PastAsker {
  /** Where the camera rests, since when, and whether what it shows has been asked for. */
  #rest = { key: '', sinceMs: 0, asked: true };

  constructor(private readonly scene: TimelineScene) {}

  look(nowMs: number, furthestNs: number, ask: AskRange): void {
    const { camera, lanes } = this.scene;
    const { endNs, spanNs } = camera;
    const key = `${endNs} ${spanNs}`;
    if (key !== this.#rest.key) this.#rest = { key, sinceMs: nowMs, asked: endNs === null };
    if (this.#rest.asked || endNs === null || nowMs - this.#rest.sinceMs < REST_MS) return;
    this.#rest.asked = true;
    this.scene.dirty = true;
    const [from, to] = [Math.max(0, endNs - spanNs), Math.min(endNs, furthestNs)];
    const around = spanNs * AROUND;
    for (const { lane, recording } of lanes) {
      if (recording.holds(from, to)) continue;
      void ask(lane, Math.max(0, from - around), Math.min(to + around, furthestNs)).then((told) => {
        if (told) recording.take(told);
        this.scene.dirty = true;
      });
    }
  }
}
