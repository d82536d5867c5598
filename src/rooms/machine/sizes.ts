/** The sizes of the parts of the drawing, for a given cell size. */
import type { MachineDescription } from '../../scenario/generated/types';
import type { Size } from '../../ui/geometry';
import { type Arrangement, type NodeOf, squareColumns } from './arrangements';
import type { Density } from './density';

export interface Sizes {
  readonly cell: Size;
  readonly columns: number;
  readonly rows: number;
  /** Between columns and rows of cells, around them, and above them for the unit's name (px). */
  readonly cellGap: number;
  readonly gutter: number;
  readonly unitPad: number;
  readonly label: number;
  /** Over the units, for the names of the node and its bar. */
  readonly title: number;
  /** The unit has a frame. */
  readonly framed: boolean;
  /** Room for the tag between cells and bar. */
  readonly tag: number;
  /** All cells of a unit. */
  readonly cells: Size;
  readonly unit: Size;
  /** Units one below the other beside the bar. */
  readonly lines: number;
  /** From the top of a unit to the top of the next. */
  readonly pitch: number;
  /** All of them. */
  readonly along: number;
  /** A unit and its wire. */
  readonly beside: number;
  readonly node: Size;
}

export function sizesOf(
  machine: MachineDescription,
  nodes: readonly NodeOf[],
  how: Arrangement,
  d: Density,
  cell: Size,
): Sizes {
  const isCore = machine.unit_kind === 'core';
  const framed = machine.unit_kind !== 'node';

  // The largest decides, since caches, clusters and nodes may differ in size.
  const units = nodes.flatMap((node) => node.units);
  const cpus = Math.max(...units.map((unit) => unit.cpus.length));
  const columns = squareColumns(cpus);
  const rows = Math.ceil(cpus / columns);
  const cellGap = isCore ? Math.min(d.cellGap, 3) : d.cellGap;
  const unitPad = isCore ? Math.min(d.unitPad, 4) : framed ? d.unitPad : 0;
  const label = framed && !isCore ? d.label : 0;
  // The bar of a cluster machine has its name beside those of the clusters.
  const title = nodes.length > 1 || (label === 0 && d.label > 0) ? d.title : 0;
  const tag = units.some((unit) => unit.tag) ? d.tag + unitPad : 0;
  const cells = { w: columns * cell.w + (columns - 1) * cellGap, h: rows * cell.h + (rows - 1) * d.gutter };
  const unit = { w: cells.w + 2 * unitPad + tag, h: cells.h + 2 * unitPad + label };

  const lines = Math.ceil(Math.max(...nodes.map((node) => node.units.length)) / how.sides);
  const pitch = unit.h + d.gap;
  const along = lines * pitch - d.gap;
  const beside = unit.w + d.wire;
  // The flows of units of one row run below them.
  const below = rows === 1 && columns > 1 ? Math.max(0, d.gap - d.pad) : 0;
  return {
    cell,
    columns,
    rows,
    cellGap,
    gutter: d.gutter,
    unitPad,
    label,
    title,
    framed,
    tag,
    cells,
    unit,
    lines,
    pitch,
    along,
    beside,
    node: { w: how.sides * beside + d.bar + 2 * d.pad, h: along + below + 2 * d.pad + title },
  };
}
