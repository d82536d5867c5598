import { center, type Rect } from './geometry';

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const isArrow = (key: string): boolean => Object.hasOwn(DIRECTIONS, key);

/** The index of the nearest box in the direction of an arrow key; a sideways offset counts as farther. */
export function neighbour(boxes: readonly Rect[], at: number, key: string): number | null {
  const direction = DIRECTIONS[key];
  const from = boxes[at];
  if (!direction || !from) return null;
  const [dx, dy] = direction;
  const a = center(from);
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  // The list may have holes.
  boxes.forEach((other, i) => {
    const b = center(other);
    const ahead = (b.x - a.x) * dx + (b.y - a.y) * dy;
    const aside = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
    if (ahead <= 0.5 || aside > ahead * 1.5) return;
    const cost = ahead + 2 * aside;
    if (cost >= least) return;
    least = cost;
    best = i;
  });
  return best;
}
