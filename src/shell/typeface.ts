/**
 * The page's typeface: Inter, its Latin letters, as a variable font. It is loaded after the first picture; until then, and
 * where it cannot be loaded, a face of the system has its widths (`ui/typeface.css`), so nothing moves.
 */
import address from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { whenIdle } from '../engine/idle';

const FAMILY = 'Inter';

/** Adds the typeface to the page. */
async function load(): Promise<void> {
  const face = new FontFace(FAMILY, `url("${address}") format("woff2")`, { weight: '100 900', display: 'swap' });
  document.fonts.add(face);
  // Without it the page keeps the face of the system.
  await face.load().catch(() => document.fonts.delete(face));
}

/** At once if no network is needed: from the service worker, or from the page in one file. */
const isHere = (): boolean => address.startsWith('data:') || Boolean(navigator.serviceWorker?.controller);

/** Called before the first picture. */
export function loadTypefaceIfHere(): void {
  if (isHere()) void load();
}

/** Called after the first picture. */
export async function loadTypeface(): Promise<void> {
  if (isHere()) return;
  await whenIdle();
  await load();
}
