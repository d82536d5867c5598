/**
 * A node: its units beside the bar. All is reckoned as if the bar stood, with units left and right of it, and turned
 * over where it lies; only what is read, cells and names, is the same either way.
 */
import type { Arrangement, NodeOf } from './arrangements';
import type { CpuBox, NodeBox, UnitBox } from './boxes';
import type { Density } from './density';
import { center, type Point, type Rect, type Side } from './geometry';
import type { Sizes } from './sizes';

export interface PlacedNode {
  readonly box: NodeBox;
  readonly units: readonly UnitBox[];
  readonly cpus: readonly CpuBox[];
}

export function placeNode(
  { node, socket, units }: NodeOf,
  at: Point,
  how: Arrangement,
  d: Density,
  s: Sizes,
): PlacedNode {
  const { turn } = s;
  const box: Rect = { ...at, ...s.node };
  const inner: Rect = {
    x: box.x + d.pad,
    y: box.y + d.pad + d.title,
    w: box.w - 2 * d.pad,
    h: box.h - 2 * d.pad - d.title,
  };
  // As if it stood.
  const { x: left, y: top, h: height } = turn.rect(inner);
  const bar: Rect = { x: left + s.beside, y: top, w: d.bar, h: height };
  const placed = units.map((unit, k) => {
    // In the order in which one reads.
    const [line, side] = how.upright
      ? [Math.floor(k / how.sides), k % how.sides]
      : [k % s.lines, Math.floor(k / s.lines)];
    const x = side === 0 ? left : bar.x + bar.w + d.wire;
    const corner = { x, y: top + line * s.pitch, ...turn.size(s.unit) };
    return placeUnit(unit, node.id, corner, side === 0 ? 'right' : 'left', bar, d, s);
  });
  return {
    box: {
      ...box,
      node: node.id,
      socket,
      cpus: units.flatMap((unit) => unit.cpus),
      title: { x: inner.x, y: box.y + d.pad / 2, w: inner.w, h: d.title },
      bar: turn.rect(bar),
      barKind: node.shared_llc ? 'l3' : 'memory',
      upright: how.upright,
      toHub: null,
    },
    units: placed.map(({ unit }) => unit),
    cpus: placed.flatMap(({ cpus }) => cpus),
  };
}

/** A unit whose box, standing, is `standing`, `side` of it looking at `bar`. */
function placeUnit(
  { unit, cpus, tag }: NodeOf['units'][number],
  node: number,
  standing: Rect,
  side: 'left' | 'right',
  bar: Rect,
  d: Density,
  s: Sizes,
): { readonly unit: UnitBox; readonly cpus: readonly CpuBox[] } {
  const { turn } = s;
  const box = turn.rect(standing);
  const toBar: Side = turn.side(side);
  const cells: Rect = {
    x: box.x + s.unitPad + (toBar === 'left' ? s.tag : 0),
    y: box.y + s.unitPad + s.label + (toBar === 'top' ? s.tag : 0),
    ...s.cells,
  };
  const turned = turn.rect(cells);
  const { y } = center(turned);
  const ends = side === 'right' ? ([standing.x + standing.w, bar.x] as const) : ([standing.x, bar.x + bar.w] as const);
  return {
    unit: {
      unit,
      node,
      cpus,
      framed: s.framed,
      label: s.label > 0 ? { x: cells.x, y: box.y + s.unitPad, w: cells.w, h: s.label } : null,
      tag: tag ? turn.rect(tagBeside(turned, side, d)) : null,
      toBar,
      wire: [turn.point({ x: ends[0], y }), turn.point({ x: ends[1], y })],
      ...box,
    },
    cpus: cpus.map((cpu, i) => ({
      cpu,
      unit,
      node,
      x: cells.x + (i % s.columns) * (s.cell.w + s.cellGap),
      y: cells.y + Math.floor(i / s.columns) * (s.cell.h + s.cellGap),
      ...s.cell,
    })),
  };
}

const tagBeside = (cells: Rect, side: 'left' | 'right', d: Density): Rect => ({
  x: side === 'right' ? cells.x + cells.w + d.cellGap : cells.x - d.cellGap - d.tag,
  y: cells.y,
  w: d.tag,
  h: cells.h,
});
