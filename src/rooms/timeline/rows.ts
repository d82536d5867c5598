/** The rows of a lane and their positions: CPUs of the open group, one row for each folded group. */
import type { MachineDescription } from '../../scenario/generated/types';
import { nodesOf } from './groups';

export interface Row {
  /** One CPU, or all of a folded group. */
  readonly cpus: readonly number[];
  readonly folded: boolean;
  readonly y: number;
  readonly h: number;
}

/** A group of CPUs, named beside its rows. */
export interface Label {
  readonly cpus: readonly number[];
  /** Its rows are open. */
  readonly open: boolean;
  /** The middle of its first row. */
  readonly y: number;
}

export interface Rows {
  readonly rows: readonly Row[];
  readonly labels: readonly Label[];
  /** From one row to the next (px). */
  readonly pitch: number;
  readonly height: number;
}

/** Heights (px): of an open row and a folded one with enough room, and the minimum of both. */
const OPEN = 11;
const FOLDED = 9;
const LEAST = 8;
const MOST_PITCH = 20;
/** Between the rows of one group and the next. */
const BETWEEN = 3;
/** Above the first row, whose label may be higher than it. */
const ABOVE = 2;

interface Planned {
  readonly cpus: readonly number[];
  readonly open: boolean;
}

/** All CPUs open; all folded but one unit; with several nodes, the others folded into one row each. */
function plansOf(machine: MachineDescription, open: number): readonly (readonly Planned[])[] {
  const nodes = nodesOf(machine);
  const one = (cpus: readonly number[]): Planned => ({ cpus, open: cpus.includes(open) });
  const units = nodes.flatMap((node) => node.units);
  const byNode = nodes.flatMap((node): Planned[] =>
    node.cpus.includes(open) ? node.units.map(one) : [{ cpus: node.cpus, open: false }],
  );
  const plans = [units.map((cpus) => ({ cpus, open: true })), units.map(one)];
  return nodes.length > 1 ? [...plans, byNode] : plans;
}

const countOf = (plan: readonly Planned[]): number =>
  plan.reduce((n, { cpus, open }) => n + (open ? cpus.length : 1), 0);

/** Space above a group: open rows have a gap. */
const spaceBefore = (plan: readonly Planned[], i: number): number =>
  i > 0 && (plan[i]?.open || plan[i - 1]?.open) ? BETWEEN : 0;

const spacesOf = (plan: readonly Planned[]): number => plan.reduce((sum, _, i) => sum + spaceBefore(plan, i), ABOVE);

/** `open`: a CPU of the open group. `text`: the size of labels, which sets the minimum distance of rows. */
export function rowsOf(machine: MachineDescription, open: number, height: number, text: number): Rows {
  const plans = plansOf(machine, open);
  const wanted = Math.max(text, OPEN + 1);
  const fits = (plan: readonly Planned[]) => countOf(plan) * wanted + spacesOf(plan) <= height;
  const plan = plans.find(fits) ?? plans.at(-1) ?? [];
  const room = (height - spacesOf(plan)) / Math.max(countOf(plan), 1);
  // In quarters of a pixel, whose sums are exact.
  const pitch = Math.min(Math.max(Math.floor(room * 4) / 4, LEAST + 1), MOST_PITCH);
  const rows: Row[] = [];
  const labels: Label[] = [];
  let y = ABOVE;
  plan.forEach((group, i) => {
    y += spaceBefore(plan, i);
    labels.push({ ...group, y: y + pitch / 2 });
    const share = group.open ? OPEN / (OPEN + 1) : FOLDED / (OPEN + 1);
    const h = Math.max(LEAST, Math.floor(pitch * share));
    const parts = group.open ? group.cpus.map((cpu) => [cpu]) : [group.cpus];
    for (const cpus of parts) {
      rows.push({ cpus, folded: !group.open, y: y + (pitch - h) / 2, h });
      y += pitch;
    }
  });
  return { rows, labels, pitch, height: y };
}

/** The row nearest to `y`, or null: below all of them. */
export function rowAt({ rows, height, pitch }: Rows, y: number): Row | null {
  if (y > height + 2) return null;
  return rows.findLast((row) => y >= row.y + (row.h - pitch) / 2) ?? rows[0] ?? null;
}

/** The row of a CPU. */
export const rowOf = ({ rows }: Rows, cpu: number): Row | null => rows.find(({ cpus }) => cpus.includes(cpu)) ?? null;
