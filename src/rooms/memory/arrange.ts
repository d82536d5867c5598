/** Changes the order of `task_group`'s fields by moving one field. The order always contains every field once. */

import type { LayoutItem } from '../../scenario/generated/types';
import { type LayoutOrder, place } from '../../scenario/placed';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The destination of a field. */
export interface Target {
  /** The neighbour of its new position; null: at the end. */
  readonly beside: LayoutItem | null;
  readonly side: 'before' | 'after';
  /** It gets separate cache lines. */
  readonly alone: boolean;
}

const BREAK = '|';

/** Without breaks that part nothing. */
function tidy(order: LayoutOrder): LayoutItem[] {
  const [first = 0, last = 0] = [
    order.findIndex((item) => item !== BREAK),
    order.findLastIndex((item) => item !== BREAK),
  ];
  return order.slice(first, last + 1).filter((item, i, all) => item !== BREAK || all[i - 1] !== BREAK);
}

/** The number of the line on which a field begins. */
const lineOf = (order: LayoutOrder, field: LayoutItem, lineBytes: number): number =>
  Math.floor((place(order).find((one) => one.field === field)?.offset ?? 0) / lineBytes);

/** The item at `at` one place to the left (-1) or right (1). */
function swapped(order: LayoutOrder, at: number, by: number): LayoutItem[] | null {
  const [item, other] = [order[at], order[at + by]];
  if (item === undefined || other === undefined) return null;
  return order.map((one, i) => (i === at ? other : i === at + by ? item : one));
}

/**
 * Moves a field by one position to the left or right in the order, or by the minimum that puts it on an earlier or
 * later line. Null: it cannot move.
 */
export function moved(
  order: LayoutOrder,
  field: LayoutItem,
  direction: Direction,
  lineBytes: number,
): LayoutItem[] | null {
  const by = direction === 'left' || direction === 'up' ? -1 : 1;
  if (direction === 'left' || direction === 'right') {
    const next = swapped(order, order.indexOf(field), by);
    return next && tidy(next);
  }
  const line = lineOf(order, field, lineBytes);
  for (let next = swapped(order, order.indexOf(field), by); next; next = swapped(next, next.indexOf(field), by)) {
    if ((lineOf(next, field, lineBytes) - line) * by > 0) return tidy(next);
  }
  // After the last line there is room for another.
  const last = [...order.filter((item) => item !== field), BREAK, field] as const;
  return direction === 'down' && lineOf(last, field, lineBytes) > line ? tidy(last) : null;
}

/** A field that begins a line, or no longer does; null: the first one always does. */
export function broken(order: LayoutOrder, field: LayoutItem): LayoutItem[] | null {
  const at = order.indexOf(field);
  if (at <= 0) return null;
  return order[at - 1] === BREAK ? order.toSpliced(at - 1, 1) : order.toSpliced(at, 0, BREAK);
}

/** A field put elsewhere. */
export function put(order: LayoutOrder, field: LayoutItem, { beside, side, alone }: Target): LayoutItem[] {
  if (beside === field) return [...order];
  const rest = order.filter((item) => item !== field);
  const at = beside === null ? rest.length : rest.indexOf(beside) + (side === 'after' ? 1 : 0);
  return tidy(rest.toSpliced(at, 0, ...(alone ? ([BREAK, field, BREAK] as const) : [field])));
}
