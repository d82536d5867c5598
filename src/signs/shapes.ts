/** The three task shapes, of about equal area; `r` is half their nominal size. */

import type { Family } from './moves';
import { Shape } from './palette';

type Sink = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'arc' | 'closePath' | 'rect'>;

export function traceShape(sink: Sink, shape: number, x: number, y: number, r: number): void {
  if (shape === Shape.circle) {
    sink.moveTo(x + r * 0.92, y);
    sink.arc(x, y, r * 0.92, 0, 2 * Math.PI);
  } else if (shape === Shape.triangle) {
    sink.moveTo(x, y - r * 1.02);
    sink.lineTo(x + r * 1.06, y + r * 0.8);
    sink.lineTo(x - r * 1.06, y + r * 0.8);
    sink.closePath();
  } else {
    sink.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
  }
}

/** The same as an SVG path around the origin. */
export function shapePath(shape: number, r: number): string {
  if (shape === Shape.circle) {
    const q = r * 0.92;
    return `M${q} 0A${q} ${q} 0 1 1 ${-q} 0A${q} ${q} 0 1 1 ${q} 0Z`;
  }
  if (shape === Shape.triangle) return `M0 ${-r * 1.02}L${r * 1.06} ${r * 0.8}L${-r * 1.06} ${r * 0.8}Z`;
  const s = r * 0.8;
  return `M${-s} ${-s}H${s}V${s}H${-s}Z`;
}

/** The outline of a token by its actor: a disc, a box, or a box on its corner for a stolen task. */
export function traceToken(sink: Sink, family: Family, r: number): void {
  if (family === 'placed') {
    sink.arc(0, 0, r, 0, 2 * Math.PI);
  } else if (family === 'pulled') {
    const s = r * 0.92;
    sink.rect(-s, -s, 2 * s, 2 * s);
  } else {
    const s = r * 1.35;
    sink.moveTo(0, -s);
    sink.lineTo(s, 0);
    sink.lineTo(0, s);
    sink.lineTo(-s, 0);
    sink.closePath();
  }
}
