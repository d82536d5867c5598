/** Places the card beside its subject: inside the lane if possible, always inside the window. */
import { type Area, AWAY, beside, type CardSize, overOrUnder, type Place, within } from '../../ui/beside';

export interface Anchor {
  /** The subject (px of the window). */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly lane: { readonly left: number; readonly right: number; readonly bottom: number };
}

const EDGE = 8;

export function placeCard({ left, right, top, lane }: Anchor, card: CardSize, window: CardSize): Place {
  const all = { left: EDGE, right: window.width - EDGE, top: EDGE, bottom: window.height - EDGE };
  const of: Area = { left, right, top, bottom: top + 2 * AWAY };
  const inLane = { ...all, left: Math.max(lane.left, all.left), right: Math.min(lane.right, all.right) };
  const foot = lane.bottom - card.height;
  return (
    beside(of, card, inLane, foot) ??
    beside(of, card, all, foot) ??
    overOrUnder(of, card, all, left) ?? {
      x: within(left, card.width, all.left, all.right),
      y: within(of.bottom + AWAY, card.height, all.top, all.bottom),
    }
  );
}
