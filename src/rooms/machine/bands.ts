/**
 * Moves that are too many to follow one by one, as bands whose width is their rate: over the wires
 * and links, and inside a unit as ties between its cells. The strands of a band lie side by side.
 */
import { CAUSES } from '../../scenario/generated/vocab';
import type { Palette } from '../../signs/palette';
import { pathOf } from '../../ui/pictures';
import type { Layout, UnitBox } from './boxes';
import { type Flows, STRANDS, strandKind } from './flows';
import type { Point, Rect } from './geometry';

type Ctx = CanvasRenderingContext2D;

/** Moves per simulated ms at which a band has half its greatest width. */
const HALF = 130;
/** What happens less often than this (per simulated ms) is not drawn; all that is has a visible width. */
const LEAST = 0.15;
/** A direction is shown when at least so much more goes one way than the other. */
const LEANING = 0.2;
/** Strongest wash of a unit in the colour of what moves inside it. */
const WASH = 0.42;
/** Black on either side of what is stolen, in line widths. */
const CASING = 1.25;

const STEAL = CAUSES.indexOf('steal');

/** Width for a rate among `total`: in proportion while there is room, never more than `most`. */
export const bandWidth = (rate: number, total: number, most: number): number => (rate / (total + HALF)) * most;

interface Strand {
  width: number;
  color: string;
  stolen: boolean;
}

/** The cells of a unit as a ring of ties, and its ground without the cells. */
interface Inside {
  readonly unit: UnitBox;
  readonly ties: readonly (readonly [Point, Point])[];
  readonly ground: Path2D;
}

type Measure = (strand: number) => number;

export class Bands {
  readonly #inside: readonly Inside[];
  /** Reused from band to band. */
  readonly #strands: Strand[] = Array.from({ length: STRANDS }, () => ({ width: 0, color: '', stolen: false }));
  readonly #colors: readonly string[];
  #count = 0;

  constructor(
    readonly layout: Layout,
    readonly palette: Palette,
  ) {
    this.#inside = layout.units.map((unit) => insideOf(unit, layout));
    this.#colors = Array.from({ length: STRANDS }, (_, strand) => {
      const kind = strandKind(strand);
      return ('distance' in kind ? palette.distance[kind.distance] : palette.cause[kind.cause]) ?? '';
    });
  }

  draw(ctx: Ctx, flows: Flows): void {
    const { layout } = this;
    ctx.lineJoin = 'miter';
    const most = Math.max(Math.min(layout.cell.h * 0.7, 20), 6);
    for (const { unit, ties, ground } of this.#inside) {
      const width = this.#weigh((strand) => flows.inside.rate(unit.unit, strand), Math.min(most, layout.cell.h * 0.45));
      if (width > 0) this.#ties(ctx, ties, ground, width, flows.inside.total(unit.unit));
    }
    ctx.lineCap = 'butt';
    for (const { unit, wire } of layout.units) {
      const width = this.#weigh((strand) => flows.wire.rate(unit, strand), most);
      if (width > 0) this.#band(ctx, wire, width, flows.wire.lean(unit));
    }
    layout.links.forEach(({ points }, link) => {
      // A link may cross a node between two rows of units: no wider than the gap there.
      const width = this.#weigh((strand) => flows.link.rate(link, strand), Math.min(most, 10));
      if (width > 0) this.#band(ctx, points, width, flows.link.lean(link));
    });
    for (const { node, toHub } of layout.nodes) {
      if (!toHub) continue;
      const width = this.#weigh((strand) => flows.hub.rate(node, strand), most);
      if (width > 0) this.#band(ctx, toHub, width, flows.hub.lean(node));
    }
  }

  /** Fills the strands with what has a rate; returns their width together. */
  #weigh(rate: Measure, most: number): number {
    let total = 0;
    for (let strand = 0; strand < STRANDS; strand += 1) total += rate(strand);
    this.#count = 0;
    let width = 0;
    for (let strand = 0; strand < STRANDS; strand += 1) {
      const part = rate(strand);
      if (part < LEAST) continue;
      const entry = this.#strands[this.#count] as Strand;
      entry.stolen = strand === STRANDS - CAUSES.length + STEAL;
      entry.width = Math.max(bandWidth(part, total, most), this.palette.stroke * 1.5);
      if (entry.stolen) entry.width += 2 * CASING * this.palette.stroke;
      entry.color = this.#colors[strand] ?? '';
      width += entry.width;
      this.#count += 1;
    }
    return width;
  }

  #ties(ctx: Ctx, ties: Inside['ties'], ground: Path2D, width: number, total: number): void {
    let widest = this.#strands[0] as Strand;
    for (let i = 1; i < this.#count; i += 1) {
      const strand = this.#strands[i] as Strand;
      if (strand.width > widest.width) widest = strand;
    }
    ctx.globalAlpha = (total / (total + HALF)) * WASH;
    ctx.fillStyle = widest.color;
    ctx.fill(ground, 'evenodd');
    ctx.globalAlpha = 1;
    ctx.lineCap = 'round';
    this.#eachStrand(ctx, width, (by) => {
      for (const [a, b] of ties) {
        const flat = a.y === b.y;
        ctx.moveTo(a.x + (flat ? 0 : by), a.y + (flat ? by : 0));
        ctx.lineTo(b.x + (flat ? 0 : by), b.y + (flat ? by : 0));
      }
    });
  }

  #band(ctx: Ctx, points: readonly Point[], width: number, lean: number): void {
    this.#eachStrand(ctx, width, (by) => trace(ctx, points, by));
    if (Math.abs(lean) >= LEANING && width >= 3) this.#chevrons(ctx, points, width, lean < 0);
  }

  /** Strokes what `path` traces at each strand's distance from the middle. */
  #eachStrand(ctx: Ctx, width: number, path: (by: number) => void): void {
    let offset = -width / 2;
    for (let i = 0; i < this.#count; i += 1) {
      const strand = this.#strands[i] as Strand;
      ctx.beginPath();
      path(offset + strand.width / 2);
      if (strand.stolen) {
        ctx.strokeStyle = this.palette.onCause[STEAL] ?? '';
        ctx.lineWidth = strand.width;
        ctx.stroke();
      }
      ctx.strokeStyle = strand.color;
      ctx.lineWidth = strand.width - (strand.stolen ? 2 * CASING * this.palette.stroke : 0);
      ctx.stroke();
      offset += strand.width;
    }
  }

  /** Two chevrons in the middle of the longest stretch. */
  #chevrons(ctx: Ctx, points: readonly Point[], width: number, backwards: boolean): void {
    const [a, b] = longest(points);
    const [from, to] = backwards ? [b, a] : [a, b];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const size = Math.min(Math.max(width * 0.3, 2), 3.5);
    if (length < size * 5) return;
    const ux = (to.x - from.x) / length;
    const uy = (to.y - from.y) / length;
    ctx.beginPath();
    for (const along of [-size, size]) {
      const x = (from.x + to.x) / 2 + ux * along;
      const y = (from.y + to.y) / 2 + uy * along;
      ctx.moveTo(x - (ux + uy) * size * 0.7, y - (uy - ux) * size * 0.7);
      ctx.lineTo(x + ux * size * 0.3, y + uy * size * 0.3);
      ctx.lineTo(x - (ux - uy) * size * 0.7, y - (uy + ux) * size * 0.7);
    }
    ctx.strokeStyle = this.palette.panel;
    ctx.lineWidth = 1.4 * this.palette.stroke;
    ctx.stroke();
  }
}

function longest(points: readonly Point[]): readonly [Point, Point] {
  let best: readonly [Point, Point] = [points[0] as Point, points[1] as Point];
  let most = -1;
  for (let i = 1; i < points.length; i += 1) {
    const [a, b] = [points[i - 1] as Point, points[i] as Point];
    const length = Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    if (length > most) [most, best] = [length, [a, b]];
  }
  return best;
}

/** Traces `points`, whose stretches are level or upright, at a distance to the side. */
function trace(ctx: Ctx, points: readonly Point[], by: number): void {
  points.forEach((p, i) => {
    const before = points[i - 1] ?? p;
    const after = points[i + 1] ?? p;
    const upright = before.x === after.x;
    const level = before.y === after.y;
    const x = p.x + (level ? 0 : by);
    const y = p.y + (upright ? 0 : by);
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
}

function insideOf(unit: UnitBox, layout: Layout): Inside {
  const cells = unit.cpus.map((cpu) => layout.cpus[cpu] as Rect);
  const { w, h } = layout.cell;
  // Far enough to be seen to enter the cells, not so far as to lie under the tasks.
  const [reachX, reachY] = [Math.min(w * 0.06, 4), Math.min(h * 0.1, 4)];
  const ties = cells.flatMap((a) => {
    const right = cells.find((b) => b.y === a.y && b.x > a.x && b.x - a.x < w * 2);
    const below = cells.find((b) => b.x === a.x && b.y > a.y && b.y - a.y < h * 2);
    const level: (readonly [Point, Point])[] = right
      ? [
          [
            { x: a.x + w - reachX, y: a.y + h / 2 },
            { x: right.x + reachX, y: a.y + h / 2 },
          ],
        ]
      : [];
    const upright: (readonly [Point, Point])[] = below
      ? [
          [
            { x: a.x + w / 2, y: a.y + h - reachY },
            { x: a.x + w / 2, y: below.y + reachY },
          ],
        ]
      : [];
    return [...level, ...upright];
  });
  const box = (r: Rect): string => `M${r.x} ${r.y}h${r.w}v${r.h}h${-r.w}Z`;
  return { unit, ties, ground: pathOf([unit, ...cells].map(box).join('')) };
}
