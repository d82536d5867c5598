/** Where a card stands that belongs to something on the screen: beside it, or over or under it, never on it. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface CardSize {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Distance between the card and its subject (px). */
export const AWAY = 10;

/** As near to `at` as a stretch of `length` can begin and stay between two limits; the first limit wins. */
export const within = (at: number, length: number, from: number, to: number): number =>
  Math.max(from, Math.min(at, to - length));

/** To the right or else to the left of something, as near to the height `y` as there is room; null: there is none. */
export function beside(of: Area, card: CardSize, room: Area, y: number): Place | null {
  if (card.height > room.bottom - room.top) return null;
  const level = within(y, card.height, room.top, room.bottom);
  const after = of.right + AWAY;
  const before = of.left - AWAY - card.width;
  if (after + card.width <= room.right) return { x: after, y: level };
  return before >= room.left ? { x: before, y: level } : null;
}

/** Over or else under something, as near to `x` as there is room; null: there is none. */
export function overOrUnder(of: Area, card: CardSize, room: Area, x: number): Place | null {
  if (card.width > room.right - room.left) return null;
  const along = within(x, card.width, room.left, room.right);
  const over = of.top - AWAY - card.height;
  const under = of.bottom + AWAY;
  if (over >= room.top) return { x: along, y: over };
  return under + card.height <= room.bottom ? { x: along, y: under } : null;
}
