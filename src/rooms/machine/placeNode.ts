/** A node: its units beside the bar, left and right of it or on one side. */

import type { Point, Rect } from '../../ui/geometry';
import type { Arrangement, NodeOf } from './arrangements';
import type { CpuBox, NodeBox, UnitBox } from './boxes';
import type { Density } from './density';
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
  const left = at.x + d.pad;
  const top = at.y + d.pad + s.title;
  // As high as the cells of the units beside it.
  const above = s.unitPad + s.label;
  const bar: Rect = { x: left + s.beside, y: top + above, w: d.bar, h: s.along - above - s.unitPad };
  const placed = units.map((unit, k) => {
    // In reading order.
    const [line, side] = [Math.floor(k / how.sides), k % how.sides];
    const corner = { x: side === 0 ? left : bar.x + bar.w + d.wire, y: top + line * s.pitch };
    return placeUnit(unit, node.id, { ...corner, ...s.unit }, side === 0 ? 'right' : 'left', bar, d, s);
  });
  const name = s.label > 0 ? s.label : s.title;
  return {
    box: {
      ...at,
      ...s.node,
      node: node.id,
      number: node.number,
      socket,
      cpus: units.flatMap((unit) => unit.cpus),
      title: { x: left, y: at.y + d.pad / 2, w: s.node.w - 2 * d.pad, h: s.title },
      bar,
      barLabel:
        name > 0
          ? { x: bar.x - d.wire, y: top + above - s.unitPad / 2 - name, w: d.bar + d.wire * how.sides, h: name }
          : null,
      barKind: node.shared_llc ? 'l3' : 'memory',
      toHub: null,
    },
    units: placed.map(({ unit }) => unit),
    cpus: placed.flatMap(({ cpus }) => cpus),
  };
}

/** Places a unit with its `toBar` side facing `bar`. */
function placeUnit(
  { unit, cpus, tag }: NodeOf['units'][number],
  node: number,
  box: Rect,
  toBar: 'left' | 'right',
  bar: Rect,
  d: Density,
  s: Sizes,
): { readonly unit: UnitBox; readonly cpus: readonly CpuBox[] } {
  const cells: Rect = {
    x: box.x + s.unitPad + (toBar === 'left' ? s.tag : 0),
    y: box.y + s.unitPad + s.label,
    ...s.cells,
  };
  const between = Array.from({ length: s.rows - 1 }, (_, row) => ({
    x: box.x,
    y: cells.y + (row + 1) * s.cell.h + row * s.gutter,
    w: box.w,
    h: s.gutter,
  }));
  const below = { x: box.x, y: box.y + box.h, w: box.w, h: d.gap };
  const gutters = s.rows > 1 ? between : [below];
  const y = cells.y + cells.h / 2;
  const ends = toBar === 'right' ? ([box.x + box.w, bar.x] as const) : ([box.x, bar.x + bar.w] as const);
  return {
    unit: {
      unit,
      node,
      cpus,
      framed: s.framed,
      label:
        s.label > 0 ? { x: box.x + s.unitPad, y: box.y + s.unitPad / 2, w: box.w - 2 * s.unitPad, h: s.label } : null,
      tag: tag ? tagBeside(cells, toBar, d, s) : null,
      toBar,
      wire: [
        { x: ends[0], y },
        { x: ends[1], y },
      ],
      gutters,
      ...box,
    },
    cpus: cpus.map((cpu, i) => {
      const [across, row] = [i % s.columns, Math.floor(i / s.columns)];
      return {
        cpu,
        unit,
        node,
        row,
        column: toBar === 'right' ? s.columns - 1 - across : across,
        x: cells.x + across * (s.cell.w + s.cellGap),
        y: cells.y + row * (s.cell.h + s.gutter),
        ...s.cell,
      };
    }),
  };
}

const tagBeside = (cells: Rect, side: 'left' | 'right', d: Density, s: Sizes): Rect => ({
  x: side === 'right' ? cells.x + cells.w + s.unitPad : cells.x - s.unitPad - d.tag,
  y: cells.y,
  w: d.tag,
  h: cells.h,
});
