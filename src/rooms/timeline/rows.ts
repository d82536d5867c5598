/** Where each CPU's row is: grouped by unit, lanes one above the other. */
import type { MachineDescription } from '../../scenario/generated/types';

export interface Row {
  /** Index of the lane among those shown. */
  readonly lane: number;
  readonly cpu: number;
  readonly y: number;
  readonly h: number;
}
export interface RowLabel {
  readonly lane: number;
  /** The unit's CPUs. */
  readonly cpus: readonly number[];
  /** Its middle. */
  readonly y: number;
}
export interface Rows {
  readonly rows: readonly Row[];
  readonly labels: readonly RowLabel[];
  /** Top and height of each lane. */
  readonly lanes: readonly { readonly y: number; readonly h: number }[];
  readonly height: number;
}

/** Both lanes fit one above the other up to this many CPUs each. */
export const STACK_CPUS = 24;

const LANE_GAP = 8;

export function rowsOf(machines: readonly MachineDescription[], height: number, text: number): Rows {
  const rows: Row[] = [];
  const labels: RowLabel[] = [];
  const lanes: { y: number; h: number }[] = [];
  const laneHeight = Math.max(height - LANE_GAP * (machines.length - 1), 0) / Math.max(machines.length, 1);
  machines.forEach((machine, lane) => {
    const units = Math.max(...machine.units) + 1;
    const perUnit = machine.cpus / units;
    const gap = perUnit > 1 ? Math.min(4, (laneHeight / machine.cpus) * 0.7) : 0;
    const pitch = (laneHeight - gap * (units - 1)) / machine.cpus;
    const h = pitch >= 3 ? pitch - Math.min(1.5, pitch * 0.2) : pitch;
    const top = lane * (laneHeight + LANE_GAP);
    lanes.push({ y: top, h: laneHeight });
    const members: number[][] = Array.from({ length: units }, () => []);
    for (const [cpu, unit] of machine.units.entries()) members[unit]?.push(cpu);
    let y = top;
    let labelled = Number.NEGATIVE_INFINITY;
    for (const cpus of members) {
      // Not cut off at the top.
      const middle = Math.max(y + (cpus.length * pitch) / 2, text * 0.6);
      if (middle - labelled >= text) {
        labels.push({ lane, cpus, y: middle });
        labelled = middle;
      }
      for (const cpu of cpus) {
        rows.push({ lane, cpu, y, h });
        y += pitch;
      }
      y += gap;
    }
  });
  return { rows, labels, lanes, height };
}

/** The row at `y`, or null. */
export function rowAt(rows: Rows, y: number): Row | null {
  let best: Row | null = null;
  for (const row of rows.rows) {
    if (row.y > y + 1) break;
    best = row;
  }
  return best && y <= best.y + best.h + 3 ? best : null;
}
