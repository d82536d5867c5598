/**
 * The layout of the static drawing: a pure function of the machine's topology and the available size. A node is drawn
 * as its units (clusters, or cores with SMT) on one or both sides of a vertical bar, the node's L3 data (its memory if
 * the CPUs share no cache), so that every wire from a unit to the bar is one straight line. The units go on one side or
 * two, nodes form rows or columns: the arrangement with the best cells wins. Sizes are linear in the cell size, so one
 * placement with cells of 0 and one with cells of 1 give the largest cell that fits. If such cells would be too small,
 * the drawing is larger than its container, which scrolls.
 */
import type { MachineDescription } from '../../scenario/generated/types';
import { shift } from '../../ui/geometry';
import { type Arrangement, arrangements, nodesOf } from './arrangements';
import type { Layout, Placed } from './boxes';
import { BASE_TEXT, DENSITIES, type Density, scaled } from './density';
import { place } from './place';

/** Left free all around, so that outlines are not cut (px). */
const RIM = 1;
/** Around the changing parts: moving shapes reach beyond the cells (px). */
const MARGIN = 8;
/** Whole device pixels at every usual ratio to a CSS pixel (px). */
const WHOLE = 4;
const MAX_CELL = { w: 240, h: 110 };
/** Aspect ratio of a wide cell. */
const WIDE = 1.5;
/** Units on both sides of their bar are the drawing people know; it may cost this much of the cells' size. */
const BOTH_SIDES = 1.5;
const SHAPE = { widest: 3, tallest: 1.5 };
/** A cell with a shape in it (px). */
export const LEAST_CELL = 8;
/** A scroll bar beside the drawing (px). */
const BAR = 12;
/** Density of a drawing that is larger than its container: its nodes have names. */
const DETAILED = DENSITIES.at(-2) as Density;

/** The layout moved to the middle of `width` by `height`, in steps of `step`. */
function centered(layout: Layout, width: number, height: number, step = 1): Placed {
  const half = (room: number) => Math.floor(room / 2 / step) * step;
  const at = { x: half(width - layout.width), y: half(height - layout.height) };
  const { point, rect, maybe } = shift(at.x, at.y);
  return {
    ...layout,
    own: layout,
    at,
    width,
    height,
    cpus: layout.cpus.map(rect),
    units: layout.units.map((u) => ({
      ...rect(u),
      gutters: u.gutters.map(rect),
      label: maybe(u.label),
      tag: maybe(u.tag),
      wire: [point(u.wire[0]), point(u.wire[1])] as const,
    })),
    nodes: layout.nodes.map((n) => ({
      ...rect(n),
      title: rect(n.title),
      bar: rect(n.bar),
      barLabel: maybe(n.barLabel),
      toHub: n.toHub ? n.toHub.map(point) : null,
    })),
    sockets: layout.sockets.map((s) => ({ ...rect(s), title: rect(s.title) })),
    links: layout.links.map((l) => ({ ...l, points: l.points.map(point) })),
    hub: maybe(layout.hub),
  };
}

/** The layout in the middle of `width` by `height`, with a margin as far as there is room. */
function within(layout: Layout, width: number, height: number): Placed {
  const least = (size: number, room: number) => Math.min(Math.ceil(size) + 2 * MARGIN, room);
  const own = centered(layout, least(layout.width, width), least(layout.height, height));
  return centered(own, width, height, WHOLE);
}

/** The drawing of `machine` in `width` by `height` px, its text `text` px high. */
export function layout(machine: MachineDescription, width: number, height: number, text = BASE_TEXT): Placed {
  const nodes = nodesOf(machine);
  const ways = arrangements(machine, nodes);
  const scale = text / BASE_TEXT;
  let best: { how: Arrangement; d: Density; w: number; h: number } | null = null;
  for (const base of DENSITIES) {
    const d = scaled(base, scale);
    let score = 0;
    for (const how of ways) {
      const zero = place(machine, nodes, how, d, { w: 0, h: 0 }, text);
      const one = place(machine, nodes, how, d, { w: 1, h: 1 }, text);
      let w = Math.min((width - 2 * RIM - zero.width) / (one.width - zero.width), MAX_CELL.w * scale);
      const most = Math.max(MAX_CELL.h * scale, w / WIDE);
      let h = Math.min((height - 2 * RIM - zero.height) / (one.height - zero.height), most);
      // Whole pixels: cells are copied, and a copy between pixels is blurred.
      w = Math.floor(Math.min(w, h * SHAPE.widest));
      h = Math.floor(Math.min(h, w * SHAPE.tallest));
      // A cell wider than high has room for the waiting tasks beside the running one.
      const value = Math.min(w / WIDE, h) * (how.sides === 2 ? BOTH_SIDES : 1);
      if (value > score) {
        score = value;
        best = { how, d, w, h };
      }
    }
    if (best && best.d === d && best.w >= d.minW && best.h >= d.minH) break;
  }
  if (best && Math.min(best.w, best.h) >= LEAST_CELL)
    return within(place(machine, nodes, best.how, best.d, { w: best.w, h: best.h }, text), width, height);
  // The lowest drawing with the smallest cells, as wide as its container if possible.
  const room = width - BAR;
  const [lowest] = ways
    .map((how) => {
      const placed = (w: number): Layout => place(machine, nodes, how, DETAILED, { w, h: LEAST_CELL }, text);
      const zero = placed(0).width;
      const w = Math.floor((room - 2 * RIM - zero) / (placed(1).width - zero));
      return placed(Math.max(LEAST_CELL, Math.min(w, LEAST_CELL * SHAPE.widest)));
    })
    .sort((a, b) => Math.max(a.width, room) * a.height - Math.max(b.width, room) * b.height);
  const { width: w, height: h } = lowest as Layout;
  return within(lowest as Layout, Math.max(w + 2 * RIM, room), Math.max(h + 2 * RIM, height));
}
