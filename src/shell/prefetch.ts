/**
 * When the picture is drawn and the page is idle, loads the typeface, registers the service worker, which stores every
 * file of the build, and loads the fast simulator for workers that start later. Without a service worker, code is
 * loaded from the network when it is needed.
 */
import { whenIdle } from '../engine/idle';
import { loadFast } from '../engine/port/start';
import { savesData } from '../engine/saving';
import { keepOffline } from '../offline/keep';
import { pictureIsDrawn } from '../state/picture';
import { viewStore } from '../state/view';
import { loadTypeface } from './typeface';

let hasBegun = false;

/**
 * A browser in data-saver mode loads only what the person opens; an embedded page, only that and the typeface. `picture`
 * resolves when the first picture is drawn.
 */
export async function prefetch(picture: Promise<void> = pictureIsDrawn): Promise<void> {
  if (hasBegun || savesData()) return;
  hasBegun = true;
  await picture;
  await loadTypeface();
  if (viewStore.getState().embed) return;
  await whenIdle();
  void keepOffline();
  await loadFast().catch(() => {});
}
