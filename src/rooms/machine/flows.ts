/** The lines between communicating tasks: one for each pair, from CPU to CPU, on a separate track. */
import type { FrameView } from '../../engine/wire/frame';
import { NO_TASK } from '../../scenario/generated/vocab';
import { Fill, groupFill, groupHue } from '../../signs/palette';
import { center, type Point, type Rect } from '../../ui/geometry';
import type { Layout } from './boxes';
import type { CellPlan } from './cell';
import { type CpuPath, pathBetween } from './paths';
import { type Stroke, trimmed } from './strokes';
import type { Talk, Talking } from './talks';
import { Tracks, type Wanted } from './tracks';

/** Real time over which positions are averaged if they change too fast to follow (ms). */
const CALM_MS = 500;
/** A new place replaces the shown one once the pair has spent this factor more time there. */
const STICKY = 1.3;

export interface Flow extends Stroke {
  readonly near: boolean;
  readonly from: number;
  readonly to: number;
}

/** The recent positions of a pair: the time at each, weighted down with age. */
class Places {
  readonly #weights = new Map<number, number>();
  #shown: number | null = null;

  /** The position to draw, if the pair is at `place` for `dtMs` more. */
  settle(place: number, dtMs: number): number {
    const by = Math.exp(-dtMs / CALM_MS);
    for (const [key, weight] of this.#weights) {
      if (weight * by < 1) this.#weights.delete(key);
      else this.#weights.set(key, weight * by);
    }
    this.#weights.set(place, (this.#weights.get(place) ?? 0) + dtMs);
    let shown = this.#shown ?? place;
    for (const [key, weight] of this.#weights) {
      if (weight > (this.#weights.get(shown) ?? 0) * STICKY) shown = key;
    }
    this.#shown = shown;
    return shown;
  }

  jump(place: number): number {
    this.#weights.clear();
    this.#shown = place;
    return place;
  }
}

const pack = (a: number, b: number): number => a * 65536 + b;

export class Flows {
  readonly #places: readonly Places[];
  readonly #tracks = new Tracks();
  readonly #paths = new Map<number, CpuPath | null>();
  #key = '';
  #lines: readonly Point[][] = [];
  #nowMs = 0;

  constructor(
    readonly layout: Layout,
    readonly plan: CellPlan,
    readonly talking: Talking,
  ) {
    this.#places = talking.talks.map(() => new Places());
  }

  /**
   * The flows of the last moment. A moving task counts at its origin (`leaving`); `calm`: pairs change
   * place faster than can be followed.
   */
  at(frame: FrameView, leaving: ReadonlyMap<number, number>, nowMs: number, calm: boolean): readonly Flow[] {
    const { talking, plan } = this;
    const dtMs = Math.min(Math.max(nowMs - this.#nowMs, 0), 100);
    this.#nowMs = nowMs;
    const live: { readonly id: number; readonly talk: Talk; readonly place: number; readonly path: CpuPath }[] = [];
    talking.talks.forEach((talk, id) => {
      if (!talking.isLive(talk)) return;
      const a = leaving.get(talk.a) ?? talking.placeOf(talk.a);
      const b = leaving.get(talk.b) ?? talking.placeOf(talk.b);
      if (a === null || b === null) return;
      const places = this.#places[id];
      const place = (calm ? places?.settle(pack(a, b), dtMs) : places?.jump(pack(a, b))) ?? 0;
      const path = this.#path(place);
      if (path) live.push({ id, talk, place, path });
    });
    const key = live.map(({ id, place }) => `${id}:${place}`).join();
    if (key !== this.#key) {
      this.#key = key;
      const wanted = live.map(({ id, path }): Wanted => ({ id, path, width: path.near ? plan.near : plan.far }));
      this.#lines = this.#tracks.lay(wanted);
    }
    return live.map(({ talk, place, path }, i) => {
      const [from, to] = [Math.floor(place / 65536), place % 65536];
      const { points, dots } = this.#ended(this.#lines[i] ?? [], frame, talk, from, to);
      const { group } = talk;
      return {
        points,
        dots,
        from,
        to,
        near: path.near,
        width: path.near ? plan.near : plan.far,
        hue: groupHue(group),
        hollow: groupFill(group) !== Fill.solid,
      };
    });
  }

  #path(place: number): CpuPath | null {
    const known = this.#paths.get(place);
    if (known !== undefined) return known;
    const path = pathBetween(this.layout, Math.floor(place / 65536), place % 65536);
    this.#paths.set(place, path);
    return path;
  }

  /** A line ends below its task; if the task sleeps, in a dot, at the edge of a cell that others use. */
  #ended(line: readonly Point[], frame: FrameView, { a, b }: Talk, from: number, to: number) {
    const dots: Point[] = [];
    const end = (points: readonly Point[], cpu: number, task: number): readonly Point[] => {
      const box = this.layout.cpus[cpu] as Rect;
      if (frame.running(cpu) === task) return points;
      const idle = frame.running(cpu) === NO_TASK;
      const rest = idle ? points : trimmed(points, box);
      dots.push(rest[0] ?? center(box));
      return rest;
    };
    const backwards = end([...end(line, from, a)].reverse(), to, b);
    return { points: backwards, dots };
  }
}
