import { placeCard } from './placeCard';
import type { TimelineScene } from './scene';
import type { Canvases } from './useDrawing';
import type { Looked } from './useLooked';

/** Places the card beside the item, which moves with time, or hides it. */
export function showCard(
  card: HTMLElement | null,
  looked: Looked | null,
  scene: TimelineScene,
  canvases: Canvases,
): void {
  // A browser without popovers has no card.
  if (!card?.showPopover) return;
  const stretch = looked?.stretch ? scene.again(looked.stretch) : null;
  const { folded } = looked ?? { folded: null };
  const canvas = canvases.get(stretch?.lane ?? folded?.lane ?? -1);
  if (!canvas || !(stretch || folded)) {
    card.hidePopover();
    return;
  }
  card.showPopover();
  const { span, gutter, scroll, rows, axis } = scene;
  const { left, right, top } = canvas.getBoundingClientRect();
  const within = (ns: number) => left + Math.min(Math.max(scene.xAt(ns), gutter.all), gutter.all + span.width);
  const y = stretch ? (scene.yAt(stretch.cpu) ?? 0) : (folded?.y ?? 0) - scroll;
  const anchor = {
    left: within(stretch?.from ?? folded?.ns ?? 0),
    right: within(stretch?.to ?? folded?.ns ?? 0),
    top: top + y - rows.pitch / 2,
    lane: { left, right, bottom: top + axis },
  };
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const spot = placeCard(anchor, size, { width: innerWidth, height: innerHeight });
  card.style.left = `${spot.x}px`;
  card.style.top = `${spot.y}px`;
}
