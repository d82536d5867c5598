import { type RefObject, useEffect } from 'react';
import type { Pace } from '../../engine/lanes/pace';
import { onFrame } from '../../engine/loop';
import { type Palette, readPalette } from '../../signs/palette';
import { drawnBy } from '../../ui/pictures';
import { type Look, looksOf } from './look';
import { type Picked, paintLane } from './paint';
import { type AskRange, PastAsker } from './past';
import type { TimelineScene } from './scene';

/** Wall time between two drawings while playing (ms): redrawing every row is expensive. */
const EVERY_MS: Readonly<Record<Pace, number>> = { watch: 30, race: 50 };

/** The data that the drawing reads at every frame. */
export interface Drawn {
  readonly playing: boolean;
  readonly pace: Pace;
  readonly followed: number | null;
  readonly picked: Picked | null;
  readonly furthestNs: () => number;
  readonly onRange: AskRange;
  /** Called after each drawing, for elements that follow the picture. */
  readonly onPainted: () => void;
}

/** The canvases of the lanes that are shown, by the lane's index. */
export type Canvases = Map<number, HTMLCanvasElement>;

/** Draws the scene when it has changed, on the page's animation loop. */
export function useDrawing(
  scene: TimelineScene,
  canvases: Canvases,
  palette: Palette | null,
  host: RefObject<HTMLElement | null>,
  drawn: RefObject<Drawn>,
): void {
  useEffect(() => {
    if (!palette) return;
    const known = new Map<
      number,
      { readonly tasks: Uint16Array; readonly followed: number | null; looks: readonly Look[] }
    >();
    /** The looks of a lane's tasks in the colours of the page. */
    const looksIn = (lane: number, tasks: Uint16Array, followed: number | null): readonly Look[] => {
      const before = known.get(lane);
      if (before?.tasks === tasks && before.followed === followed) return before.looks;
      const looks = looksOf(tasks, palette, followed);
      known.set(lane, { tasks, followed, looks });
      return looks;
    };
    const paint = (ctx: CanvasRenderingContext2D, lane: number, colours: Palette, ratio: number) => {
      const feed = scene.lanes[lane]?.recording.feed;
      if (!feed) return;
      const { followed, picked: before } = drawn.current;
      const looks = colours === palette ? looksIn(lane, feed.tasks, followed) : looksOf(feed.tasks, colours, followed);
      // The interval has grown since, or has been dropped.
      const stretch = before && scene.again(before.stretch);
      const picked = stretch && { ...before, stretch };
      paintLane(ctx, scene, lane, { looks, followed, picked, palette: colours }, ratio);
    };
    const past = new PastAsker(scene);
    let version = -1;
    let last = Number.NEGATIVE_INFINITY;
    let due: readonly number[] = [];
    scene.dirty = true;
    return onFrame((nowMs) => {
      const { playing, pace, furthestNs, onRange, onPainted } = drawn.current;
      past.look(nowMs, furthestNs(), playing, onRange);
      const present = scene.lanes.reduce((sum, { recording: { feed } }) => sum + feed.version, 0);
      const fresh = present !== version || scene.dirty;
      if (fresh && !(playing && nowMs - last < EVERY_MS[pace])) {
        for (const { recording } of scene.lanes) recording.catchUp(scene.windowNs);
        version = present;
        last = nowMs;
        scene.settle();
        scene.dirty = false;
        due = [...new Set([...due, ...canvases.keys()])];
      }
      if (due.length === 0) return;
      // While the run plays, the lanes alternate, so that each frame has less work.
      const now = playing ? due.slice(0, 1) : due;
      due = due.slice(now.length);
      for (const lane of now) {
        const canvas = canvases.get(lane);
        const ctx = canvas?.getContext('2d');
        if (!canvas || !ctx) continue;
        paint(ctx, lane, palette, canvas.width / Math.max(scene.size.width, 1));
        drawnBy(canvas, (other) => host.current && paint(other, lane, readPalette(host.current), 1));
      }
      onPainted();
    });
  }, [scene, canvases, palette, host, drawn]);
}
