/**
 * Traffic that is too dense for single lines, summed by link: bands over the wires, inside clusters up to their tags, and
 * over the links between nodes, as wide as there are cache lines a second. Stolen tasks lie above them, in hazard stripes.
 */
import { CAUSES } from '../../scenario/generated/vocab';
import type { Palette } from '../../signs/palette';
import { center, type Point } from '../../ui/geometry';
import type { Layout, UnitBox } from './boxes';
import type { Rates } from './rates';
import { trace } from './strokes';

type Ctx = CanvasRenderingContext2D;

const STEAL = CAUSES.indexOf('steal');
/** Cache lines per simulated ms that draw a band at its widest: a busy cluster under hackbench. */
const FULL = 16_000;
/** Bands below this fraction of the widest are not drawn; all others have a visible width (px). */
const LEAST_PART = 0.02;
const LEAST = 1.5;
/** Steals per simulated ms from which a wire is striped. */
const LEAST_STOLEN = 0.15;
const STRIPES = [7, 6];

/** The width of a band for a rate: by its square root, so that small rates are visible beside large ones. */
export function bandWidth(rate: number, most: number): number {
  const part = Math.sqrt(Math.min(rate / FULL, 1));
  return part < LEAST_PART ? 0 : Math.max(part * most, LEAST);
}

interface Band {
  readonly points: readonly Point[];
  readonly most: number;
  readonly lines: () => number;
  readonly stolen: () => number;
}

/** The drawn bands. */
export interface Drawn {
  readonly inside: boolean;
  readonly outside: boolean;
  readonly stolen: boolean;
}

export class Bands {
  readonly #inside: readonly Band[];
  readonly #outside: readonly Band[];

  constructor(layout: Layout, rates: Rates) {
    const { lines, stolen } = rates;
    const gutter = layout.units[0]?.gutters[0]?.h ?? 0;
    this.#inside = layout.units.flatMap((unit) => {
      const points = alongGutter(unit, layout);
      const band = {
        most: gutter - 3,
        lines: () => lines.inside.rate(unit.unit),
        stolen: () => stolen.inside.rate(unit.unit),
      };
      return points ? [{ points, ...band }] : [];
    });
    const most = Math.min(Math.max(layout.cell.h * 0.5, 6), 16);
    this.#outside = [
      ...layout.units.map((unit) => ({
        points: throughTag(unit),
        most,
        lines: () => lines.wire.rate(unit.unit),
        stolen: () => stolen.wire.rate(unit.unit),
      })),
      ...layout.links.map(({ points, room }, i) => ({
        points,
        most: Math.min(2 * room, 16),
        lines: () => lines.link.rate(i),
        stolen: () => stolen.link.rate(i),
      })),
      ...layout.nodes.flatMap(({ node, toHub }) =>
        toHub ? [{ points: toHub, most, lines: () => lines.hub.rate(node), stolen: () => stolen.hub.rate(node) }] : [],
      ),
    ];
  }

  draw(ctx: Ctx, palette: Palette): Drawn {
    ctx.lineCap = 'butt';
    const inside = this.#inside.map((band) => drawBand(ctx, palette, band, palette.edge3));
    const outside = this.#outside.map((band) => drawBand(ctx, palette, band, palette.ink3));
    const all = [...this.#inside, ...this.#outside];
    const stolen = all.filter((band) => band.stolen() >= LEAST_STOLEN);
    for (const band of stolen) drawStripes(ctx, palette, band);
    return { inside: inside.includes(true), outside: outside.includes(true), stolen: stolen.length > 0 };
  }
}

function drawBand(ctx: Ctx, { page }: Palette, { points, most, lines }: Band, color: string): boolean {
  const width = bandWidth(lines(), most);
  if (width === 0) return false;
  ctx.beginPath();
  trace(ctx, points);
  ctx.strokeStyle = page;
  ctx.lineWidth = width + 2;
  ctx.stroke();
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.stroke();
  return true;
}

/** Yellow on black, as for all steals. */
function drawStripes(ctx: Ctx, palette: Palette, { points }: Band): void {
  ctx.beginPath();
  trace(ctx, points);
  ctx.strokeStyle = palette.onCause[STEAL] ?? '';
  ctx.lineWidth = 6 * palette.stroke;
  ctx.stroke();
  ctx.setLineDash(STRIPES);
  ctx.strokeStyle = palette.cause[STEAL] ?? '';
  ctx.lineWidth = 4 * palette.stroke;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Between the rows of a unit, from its outer column to the tag. */
function alongGutter({ gutters, cpus, tag, toBar, wire }: UnitBox, layout: Layout): readonly Point[] | null {
  const outer = layout.cpus[(toBar === 'right' ? cpus[0] : cpus[1]) ?? cpus[0] ?? 0];
  if (gutters.length === 0 || !outer || !tag || outer.column === 0) return null;
  const y = wire[0].y;
  return [
    { x: center(outer).x, y },
    { x: toBar === 'right' ? tag.x : tag.x + tag.w, y },
  ];
}

/** From the inner side of the tag, or from the unit, to the bar. */
function throughTag({ tag, toBar, wire: [port, end] }: UnitBox): readonly Point[] {
  return [{ x: tag ? (toBar === 'right' ? tag.x : tag.x + tag.w) : port.x, y: port.y }, end];
}
