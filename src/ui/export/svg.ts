/** Helpers that write SVG attributes. */

/** A length, rounded to a hundredth of a pixel. */
export const px = (value: number): string => String(Math.round(value * 100) / 100);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const text = (value: string): string => value.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);

let probe: CanvasRenderingContext2D | null = null;
const known = new Map<string, readonly [hex: string, alpha: number]>();

/** A computed CSS colour as the two attributes that every program supports. */
function colour(value: string): readonly [hex: string, alpha: number] {
  const before = known.get(value);
  if (before) return before;
  probe ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  probe.clearRect(0, 0, 1, 1);
  probe.fillStyle = value;
  probe.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = probe.getImageData(0, 0, 1, 1).data;
  const hex = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  const found = [hex, Math.round((a / 255) * 100) / 100] as const;
  known.set(value, found);
  return found;
}

/** `fill` or `stroke` of a computed colour. */
export function paint(name: 'fill' | 'stroke', value: string): string {
  if (value === 'none') return `${name}="none"`;
  if (value.startsWith('url(')) return `${name}="${value.replaceAll('"', '')}"`;
  const [hex, alpha] = colour(value);
  if (alpha === 0) return `${name}="none"`;
  return alpha < 1 ? `${name}="${hex}" ${name}-opacity="${alpha}"` : `${name}="${hex}"`;
}
