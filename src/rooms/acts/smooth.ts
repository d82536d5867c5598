/** A smooth path through points; apart from the curve, which a step needs without a drawing. */
import { curveMonotoneX, line } from 'd3-shape';

export const smooth = (points: readonly (readonly [number, number])[]): string =>
  line().curve(curveMonotoneX)(points.map(([x, y]) => [x, y])) ?? '';
