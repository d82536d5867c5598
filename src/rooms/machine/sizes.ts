/** How large the parts of the drawing are, for cells of a size. */
import type { MachineDescription } from '../../scenario/generated/types';
import type { Arrangement, NodeOf } from './arrangements';
import type { Density } from './density';
import { AS_IT_IS, OVER_THE_DIAGONAL, type Size, type Turn } from './geometry';

export interface Sizes {
  readonly cell: Size;
  readonly columns: number;
  /** Between cells, around them, and above them for the unit's name (px). */
  readonly cellGap: number;
  readonly unitPad: number;
  readonly label: number;
  /** The unit has a frame of its own. */
  readonly framed: boolean;
  /** Room for the tag between cells and bar. */
  readonly tag: number;
  /** All cells of a unit. */
  readonly cells: Size;
  readonly unit: Size;
  /** Turns what is drawn for a standing bar to how this one stands. */
  readonly turn: Turn;
  /** Units side by side along the bar. */
  readonly lines: number;
  /** From the beginning of a unit to that of the next along the bar. */
  readonly pitch: number;
  /** All units along the bar. */
  readonly along: number;
  /** A unit and its wire, beside the bar. */
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
  const [first] = nodes;
  const isCore = machine.unit_kind === 'core';
  const framed = machine.unit_kind !== 'node';
  const turn = how.upright ? AS_IT_IS : OVER_THE_DIAGONAL;

  const { columns } = how;
  const rows = Math.ceil((first?.units[0]?.cpus.length ?? 1) / columns);
  const cellGap = isCore ? 1 : d.cellGap;
  const unitPad = framed ? Math.max(2, d.cellGap) : 0;
  const label = framed && !isCore ? d.unitLabel : 0;
  const tag = first?.units[0]?.tag ? d.tag + d.cellGap : 0;
  const cells = { w: columns * cell.w + (columns - 1) * cellGap, h: rows * cell.h + (rows - 1) * cellGap };
  const bare = { w: cells.w + 2 * unitPad, h: cells.h + 2 * unitPad + label };
  const across = turn.size(bare);
  const standing = { w: across.w + tag, h: across.h };

  const lines = Math.ceil((first?.units.length ?? 1) / how.sides);
  const along = lines * standing.h + (lines - 1) * d.gap;
  const beside = standing.w + d.wire;
  const inner = turn.size({ w: how.sides * beside + d.bar, h: along });
  return {
    cell,
    columns,
    cellGap,
    unitPad,
    label,
    framed,
    tag,
    cells,
    unit: turn.size(standing),
    turn,
    lines,
    pitch: standing.h + d.gap,
    along,
    beside,
    node: { w: inner.w + 2 * d.pad, h: inner.h + 2 * d.pad + d.title },
  };
}
