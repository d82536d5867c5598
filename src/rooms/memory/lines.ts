/** The traffic of a struct's fields, added up for the drawing and as the table of `perf c2c`. */
import type { LineRow } from '../../scenario/generated/types';

import type { Table } from '../../ui/table';
import { letter } from '../../words/format';

export const hitms = ({ hitm_remote, hitm_local }: LineRow): number => hitm_remote + hitm_local;

export interface Heat {
  readonly total: number;
  /** HITMs by field. */
  readonly fields: ReadonlyMap<string, number>;
  /** The fields that were touched at all. */
  readonly touched: ReadonlySet<string>;
}

export function heatOf(rows: readonly LineRow[]): Heat {
  const fields = new Map<string, number>();
  for (const row of rows) fields.set(row.field, (fields.get(row.field) ?? 0) + hitms(row));
  const total = rows.reduce((sum, row) => sum + hitms(row), 0);
  return { total, fields, touched: new Set(rows.filter(({ accesses }) => accesses > 0).map(({ field }) => field)) };
}

export const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/** Whole percent; a nonzero value is never shown as 0. */
export const inPercent = (part: number): string => (part > 0 && part < 0.01 ? '<1' : String(Math.round(part * 100)));

export const hex = (offset: number): string => `0x${offset.toString(16)}`;

const COLUMNS = [
  { name: 'lane' },
  { name: 'line' },
  { name: 'offset', unit: 'bytes' },
  { name: 'field' },
  { name: 'symbol' },
  { name: 'remote HITM', unit: 'count' },
  { name: 'local HITM', unit: 'count' },
  { name: 'accesses', unit: 'count' },
  { name: 'stores', unit: 'count' },
  { name: 'remote mean', unit: 'ns' },
  { name: 'local mean', unit: 'ns' },
];

/** The rows of all lanes, for a file. */
export const linesTable = (lanes: readonly (readonly LineRow[])[]): Table => ({
  columns: COLUMNS,
  rows: lanes.flatMap((rows, i) =>
    rows.map((row) => [
      letter(i),
      row.line,
      hex(row.offset),
      row.field,
      row.symbol,
      row.hitm_remote,
      row.hitm_local,
      row.accesses,
      row.stores,
      Math.round(row.mean_remote_ns),
      Math.round(row.mean_local_ns),
    ]),
  ),
});
