/** The offsets of struct fields in cache lines: the rule of `memory/layout.rs` in the core. */
import { sameDocument } from './catalog';
import { differsInFlips } from './forks';
import { ALIGNED_BYTES, FIELD_BYTES, LAYOUTS, LINE_BYTES, WORD_BYTES } from './generated/layouts';
import type { Features, Lane, LayoutItem, Scenario } from './generated/types';
import { acts } from './needs';

/** A field with its offset. */
export interface PlacedField {
  readonly field: string;
  /** Bytes from the start of the struct. */
  readonly offset: number;
  /** Bytes. */
  readonly size: number;
}

/** The fields of `task_group` in the order of their declaration, with breaks to the next line. */
export type LayoutOrder = readonly LayoutItem[];

/** The struct of a lane. */
export interface PlacedStruct {
  /** Its name in C. */
  readonly name: string;
  readonly fields: readonly PlacedField[];
  /** The unit of cache coherence (bytes). */
  readonly lineBytes: number;
}

/** An `int`. */
const INT = 4;

const upTo = (offset: number, multiple: number): number => Math.ceil(offset / multiple) * multiple;

/** The offset of each field of `task_group` in an order. */
export function place(order: LayoutOrder): PlacedField[] {
  const placed: PlacedField[] = [];
  let end = 0;
  for (const field of order) {
    const size = FIELD_BYTES[field];
    if (field === '|') {
      end = upTo(end, ALIGNED_BYTES);
    } else {
      const offset = upTo(end, Math.min(size, WORD_BYTES));
      placed.push({ field, offset, size });
      end = offset + size;
    }
  }
  return placed;
}

export const lineBytes = ({ line_128 }: Features): number => (line_128 ? LINE_BYTES.wide : LINE_BYTES.plain);

/** The order of the fields of `task_group` in a lane; null: its tasks are in no group. */
export function orderOf({ features: { task_group }, layout = [] }: Lane): LayoutOrder | null {
  if (task_group === 'off') return null;
  if (task_group === 'custom') return layout.length > 0 ? layout : LAYOUTS.mainline;
  return LAYOUTS[task_group];
}

/** A lane with an order of `task_group`: by its name if it has one. */
export function laidOut({ layout: _, ...lane }: Lane, order: LayoutOrder): Lane {
  const names = Object.keys(LAYOUTS) as (keyof typeof LAYOUTS)[];
  const known = names.find((name) => sameDocument(LAYOUTS[name], order));
  const features = { ...lane.features, task_group: known ?? ('custom' as const) };
  return { ...lane, features, ...(known ? {} : { layout: [...order] }) };
}

/** The struct whose cache lines a lane counts; null: none. */
export function structOf(scenario: Scenario, lane: Lane): PlacedStruct | null {
  const { features } = lane;
  const { workload } = scenario;
  if (workload.kind === 'sharing') {
    const fields = [
      { field: 'x', offset: 0, size: INT },
      { field: 'y', offset: workload.stride, size: INT },
    ];
    return { name: 'struct foo', fields, lineBytes: lineBytes(features) };
  }
  const order = acts('task_group', lane, scenario) ? orderOf(lane) : null;
  return order && { name: 'struct task_group', fields: place(order), lineBytes: lineBytes(features) };
}

/** A piece of a field on one line. */
export interface Piece {
  readonly field: string;
  /** Bytes from the start of the line. */
  readonly from: number;
  readonly bytes: number;
  /** The field begins here. */
  readonly first: boolean;
}

export interface DrawnLine {
  /** From the start of the struct. */
  readonly number: number;
  readonly offset: number;
  readonly pieces: readonly Piece[];
}

/** A struct cut into its cache lines; lines that hold nothing are left out. */
export function cut({ fields, lineBytes }: PlacedStruct): DrawnLine[] {
  const lines = new Map<number, Piece[]>();
  for (const { field, offset, size } of fields) {
    for (let at = offset; at < offset + size; ) {
      const number = Math.floor(at / lineBytes);
      const to = Math.min(offset + size, (number + 1) * lineBytes);
      const pieces = lines.get(number) ?? [];
      pieces.push({ field, from: at - number * lineBytes, bytes: to - at, first: at === offset });
      lines.set(number, pieces);
      at = to;
    }
  }
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([number, pieces]) => ({ number, offset: number * lineBytes, pieces }));
}

/** Whether two documents differ only in the order of declarations and in flips. */
export function differsInLayout(a: Scenario, b: Scenario): boolean {
  const unordered = (scenario: Scenario) => ({
    ...scenario,
    lanes: scenario.lanes.map(({ layout: _, ...lane }) => ({
      ...lane,
      features: { ...lane.features, task_group: 'off' as const },
    })),
  });
  return differsInFlips(unordered(a), unordered(b));
}
