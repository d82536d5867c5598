/** Places the bubble inside its lane, next to its CPU and never over it. */
import { type Area, AWAY, beside, type CardSize, overOrUnder, within } from '../../ui/beside';

/** The side of its CPU. */
export type Side = 'right' | 'left' | 'over' | 'under';

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly side: Side;
  /** Where along its edge that looks at the CPU the middle of the CPU is (px). */
  readonly tip: number;
  /** The maximum height; null: its natural height fits. */
  readonly most: number | null;
}

/** The tip keeps this far from the corners (px). */
const CORNER = 16;

export function placeBubble(cpu: Area, bubble: CardSize, lane: Area): Spot {
  const middle = { x: (cpu.left + cpu.right) / 2, y: (cpu.top + cpu.bottom) / 2 };
  const tip = (at: number, length: number) => within(Math.max(at, CORNER), CORNER, CORNER, length);
  const side = beside(cpu, bubble, lane, middle.y - bubble.height / 2);
  if (side) {
    const { x, y } = side;
    return { x, y, side: x > cpu.left ? 'right' : 'left', tip: tip(middle.y - y, bubble.height), most: null };
  }
  const width = Math.min(bubble.width, lane.right - lane.left);
  const free = { over: cpu.top - AWAY - lane.top, under: lane.bottom - AWAY - cpu.bottom };
  const card = { width, height: Math.min(bubble.height, Math.max(free.over, free.under)) };
  const most = card.height < bubble.height ? card.height : null;
  const { x, y } = overOrUnder(cpu, card, lane, middle.x - width / 2) ?? { x: lane.left, y: cpu.bottom + AWAY };
  return { x, y, side: y < cpu.top ? 'over' : 'under', tip: tip(middle.x - x, width), most };
}
