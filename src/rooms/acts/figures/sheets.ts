/** The map of a machine as sheets, one above the other, seen from the side. */
import { cpusOf } from '../../../scenario/cpuList';
import type { CpuInspection, MachineDescription } from '../../../scenario/generated/types';
import type { Rect } from '../../../ui/geometry';

/** A sheet before it is sheared. */
export const SHEET = { w: 270, h: 300 } as const;
const LEAN = 0.34;
const FLAT = 0.6;
/** Size of a sheared sheet. */
export const SHEARED = { w: SHEET.w + LEAN * SHEET.h, h: FLAT * SHEET.h } as const;

/** The transformation of a sheet whose left corner is at (x, y + its height). */
export const shear = (x: number, y: number, scale: number): string =>
  `matrix(${scale} 0 ${-LEAN * scale} ${FLAT * scale} ${x + LEAN * SHEET.h * scale} ${y})`;

/** Where a point of a sheet is drawn. */
export const onSheet = (x: number, y: number, scale: number, [px, py]: readonly [number, number]) =>
  [x + (LEAN * SHEET.h + px - LEAN * py) * scale, y + FLAT * py * scale] as const;

/** A grid of boxes in a box, in reading order. */
export function grid({ x, y, w, h }: Rect, count: number, columns: number, edge: number, gap: number): readonly Rect[] {
  const rows = Math.ceil(count / columns);
  const [cw, ch] = [
    (w - 2 * edge - (columns - 1) * gap) / columns,
    (h - 2 * edge - (rows - 1) * gap) / Math.max(rows, 1),
  ];
  return Array.from({ length: count }, (_, i) => ({
    x: x + edge + (i % columns) * (cw + gap),
    y: y + edge + Math.floor(i / columns) * (ch + gap),
    w: cw,
    h: ch,
  }));
}

export const WHOLE: Rect = { x: 0, y: 0, ...SHEET };

/** The units of a machine, each with its CPUs. */
export function unitCpus({ units, cpus }: MachineDescription): readonly (readonly number[])[] {
  const all = new Map<number, number[]>();
  for (let cpu = 0; cpu < cpus; cpu += 1) {
    const unit = units[cpu] ?? 0;
    all.set(unit, [...(all.get(unit) ?? []), cpu]);
  }
  return [...all.values()];
}

export interface Levels {
  /** CPUs of the smallest domain of CPU 0. */
  readonly first: readonly number[];
  readonly levels: number;
  /** Groups of the top domain. */
  readonly groups: number;
  readonly intervalMs: number;
}

/** The domains of CPU 0; null if the machine has none. */
export function levelsOf(cpu: CpuInspection | null | undefined): Levels | null {
  const [smallest, top] = [cpu?.domains[0], cpu?.domains.at(-1)];
  const first = smallest && cpusOf(smallest.span);
  if (!smallest || !top || !first) return null;
  return {
    first,
    levels: cpu?.domains.length ?? 0,
    groups: top.groups.length,
    intervalMs: smallest.min_interval_ms,
  };
}
