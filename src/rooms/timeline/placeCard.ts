/** Where the card stands: beside what it is about, if it can inside of the lane, always inside of the window. */
export interface Anchor {
  /** What it is about (px of the window). */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly lane: { readonly left: number; readonly right: number; readonly bottom: number };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const AWAY = 10;
const EDGE = 8;

export function placeCard(
  { left, right, top, lane }: Anchor,
  card: Size,
  window: Size,
): { readonly x: number; readonly y: number } {
  const inside = (y: number) => Math.max(EDGE, Math.min(y, window.height - card.height - EDGE));
  const foot = inside(lane.bottom - card.height);
  const after = right + AWAY;
  const before = left - AWAY - card.width;
  const last = window.width - card.width - EDGE;
  if (after + card.width <= Math.min(lane.right, window.width - EDGE)) return { x: after, y: foot };
  if (before >= Math.max(lane.left, EDGE)) return { x: before, y: foot };
  if (after <= last) return { x: after, y: foot };
  if (before >= EDGE) return { x: before, y: foot };
  // No room on either side: above, or else below.
  const above = top - AWAY - card.height;
  return { x: Math.max(EDGE, Math.min(left, last)), y: above >= EDGE ? above : inside(top + 3 * AWAY) };
}
