/** The three task shapes, of about equal area in a circle of radius `r`. */
import { Shape } from '../ui/palette';

type Sink = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'arc' | 'closePath' | 'rect'>;

export function traceShape(sink: Sink, shape: number, x: number, y: number, r: number): void {
  if (shape === Shape.circle) {
    sink.moveTo(x + r * 0.9, y);
    sink.arc(x, y, r * 0.9, 0, 2 * Math.PI);
  } else if (shape === Shape.triangle) {
    sink.moveTo(x, y - r);
    sink.lineTo(x + r * 1.04, y + r * 0.82);
    sink.lineTo(x - r * 1.04, y + r * 0.82);
    sink.closePath();
  } else {
    sink.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
  }
}

/** The same as an SVG path around the origin. */
export function shapePath(shape: number, r: number): string {
  if (shape === Shape.circle) {
    const q = r * 0.9;
    return `M${q} 0A${q} ${q} 0 1 1 ${-q} 0A${q} ${q} 0 1 1 ${q} 0Z`;
  }
  if (shape === Shape.triangle) return `M0 ${-r}L${r * 1.04} ${r * 0.82}L${-r * 1.04} ${r * 0.82}Z`;
  const s = r * 0.8;
  return `M${-s} ${-s}H${s}V${s}H${-s}Z`;
}
