/**
 * When the page is ready and idle, loads the typeface, registers the service worker, which stores every file of the build, and loads the
 * fast simulator for workers that start later. Without a service worker, code is loaded from the network when it is
 * needed.
 */
import { whenIdle } from '../engine/idle';
import { onFrame } from '../engine/loop';
import { loadFast } from '../engine/port/start';
import { savesData } from '../engine/saving';
import { keepOffline } from '../offline/keep';
import { runStore } from '../state/run';
import { viewStore } from '../state/view';
import { loadTypeface } from './typeface';

let hasBegun = false;

/** A browser in data-saver mode loads only what the person opens; an embedded page, only that and the typeface. */
export async function prefetch(): Promise<void> {
  if (hasBegun || savesData()) return;
  hasBegun = true;
  await shown();
  await loadTypeface();
  if (viewStore.getState().embed) return;
  await whenIdle();
  void keepOffline();
  await loadFast().catch(() => {});
}

/** What the page shows as its picture: machines, or the figure of an act, whose code is loaded later than the simulator. */
const PICTURE = 'canvas, .act-figure';

/** Resolves when every lane has drawn a frame; the first screen calls `prefetch` itself when its lanes move. */
const shown = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onFrame(() => {
      const { feeds } = runStore.getState();
      const hasFrames = feeds.length > 0 && feeds.every(({ frame }) => frame !== null);
      const drawn = hasFrames && document.querySelector(PICTURE) !== null;
      if (!drawn && viewStore.getState().show !== 'gallery') return;
      stop();
      resolve();
    });
  });
