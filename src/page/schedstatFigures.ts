/** The counters of `/proc/schedstat` of a lane, named as in the tables of the stealing series. */
import type { RunReport, SchedStat } from '../scenario/generated/types';
import type { Table } from '../ui/table';
import { count, letter } from '../words/format';

interface Column {
  readonly key: keyof SchedStat;
  readonly name: string;
  readonly unit?: string;
  /** Number of decimals. */
  readonly digits: number;
}

/** The columns of the table as mailed to the list. */
export const SCHEDSTAT: readonly Column[] = [
  { key: 'time_s', name: 'time', unit: 's', digits: 4 },
  { key: 'busy_pct', name: '%busy', digits: 2 },
  { key: 'slice_ms', name: 'slice', unit: 'ms', digits: 3 },
  { key: 'sched', name: 'sched', digits: 0 },
  { key: 'idle', name: 'idle', digits: 0 },
  { key: 'wake', name: 'wake', digits: 0 },
  { key: 'find_pct', name: '%find', digits: 2 },
  { key: 'steal', name: 'steal', digits: 0 },
];

/** Further counters of the series. */
export const SCHEDSTAT_MORE: readonly Column[] = (
  ['steal_fail', 'found_idle_cpu_easy', 'found_idle_cpu', 'found_idle_core', 'nofound_idle_cpu'] as const
).map((key) => ({ key, name: key, digits: 0 }));

/** A value in a machine-readable form. */
const plain = ({ key, digits }: Column, stat: SchedStat): string => stat[key].toFixed(digits);

export const schedstatCell = ({ key, digits }: Column, stat: SchedStat): string => count(stat[key], digits);

/** Aligned text: a header line, then a line for each lane. */
export function schedstatText(reports: readonly RunReport[]): string {
  const columns = [...SCHEDSTAT, ...SCHEDSTAT_MORE];
  const lines = [
    ['', ...columns.map(({ name }) => name)],
    ...reports.map((report) => [letter(report.lane), ...columns.map((column) => plain(column, report.schedstat))]),
  ];
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((cells) => (cells[i] ?? '').length)));
  return `${lines.map((cells) => cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('  ')).join('\n')}\n`;
}

export const schedstatTable = (reports: readonly RunReport[]): Table => ({
  columns: [
    { name: 'lane' },
    ...[...SCHEDSTAT, ...SCHEDSTAT_MORE].map(({ name, unit }) => (unit ? { name, unit } : { name })),
  ],
  rows: reports.map((report) => [
    letter(report.lane),
    ...[...SCHEDSTAT, ...SCHEDSTAT_MORE].map((column) => Number(plain(column, report.schedstat))),
  ]),
});
