import { center } from '../../ui/geometry';
import type { Layout } from './boxes';

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest CPU in the direction of an arrow key; a sideways offset counts as farther. */
export function neighbour(layout: Layout, cpu: number, key: string): number | null {
  const direction = DIRECTIONS[key];
  const from = layout.cpus[cpu];
  if (!direction || !from) return null;
  const [dx, dy] = direction;
  const a = center(from);
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of Object.values(layout.cpus)) {
    const b = center(other);
    const ahead = (b.x - a.x) * dx + (b.y - a.y) * dy;
    const aside = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
    if (ahead <= 0.5 || aside > ahead * 1.5) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) {
      least = cost;
      best = other.cpu;
    }
  }
  return best;
}
