/** Places a card next to an element on the screen: beside it, above or below it, never over it. */
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

/** The start of a range of `length`, as near to `at` as the two limits allow; the first limit wins. */
export const within = (at: number, length: number, from: number, to: number): number =>
  Math.max(from, Math.min(at, to - length));

/** To the right or else to the left of `of`, as near to `y` as there is room; null: no room. */
export function beside(of: Area, card: CardSize, room: Area, y: number): Place | null {
  if (card.height > room.bottom - room.top) return null;
  const level = within(y, card.height, room.top, room.bottom);
  const after = of.right + AWAY;
  const before = of.left - AWAY - card.width;
  if (after + card.width <= room.right) return { x: after, y: level };
  return before >= room.left ? { x: before, y: level } : null;
}

/** Above or else below `of`, as near to `x` as there is room; null: no room. */
export function overOrUnder(of: Area, card: CardSize, room: Area, x: number): Place | null {
  if (card.width > room.right - room.left) return null;
  const along = within(x, card.width, room.left, room.right);
  const over = of.top - AWAY - card.height;
  const under = of.bottom + AWAY;
  if (over >= room.top) return { x: along, y: over };
  return under + card.height <= room.bottom ? { x: along, y: under } : null;
}
