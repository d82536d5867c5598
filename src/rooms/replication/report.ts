/** The replication report as the command line writes it (`npm run replicate`), and its presentation. */

import type { Scenario } from '../../scenario/generated/types';
import type { PresetId } from '../../scenario/presets';
import type { Table } from '../../ui/table';
import type { Params } from '../../words';
import { count } from '../../words/format';
import judged from './generated/replication.json';
import run from './generated/scenarios.json';
import type { Fared, Quantity, RowReport, Skill, TableReport, Verdict } from './generated/types';
import type { ReplicationKey } from './words';

export type { RowReport, TableReport, Verdict };
export const JUDGED = ['sign', 'order', 'size'] as const;
export type Judged = (typeof JUDGED)[number];

export interface Report {
  readonly skill: Skill;
  /** How the effects of each kind fared. */
  readonly kinds: readonly Fared[];
  readonly tables: readonly TableReport[];
  readonly scenarios: readonly Scenario[];
  readonly rows: readonly RowReport[];
}

/** A row, whose values are written without their names. */
const named = (values: readonly unknown[]) =>
  Object.fromEntries(judged.rows.columns.map((column, i) => [column, values[i]]));

export const REPORT = { ...judged, ...run, rows: judged.rows.values.map(named) } as unknown as Report;

/** A table with its rows. */
export interface Entry {
  readonly about: TableReport;
  readonly rows: readonly RowReport[];
}

/** The mail threads, each with its tables, and what was measured here; in the order of the report. */
export const FAMILIES = ['cluster', 'steal', 'layout', 'numa', 'measured'] as const;
export type Family = (typeof FAMILIES)[number];

export function familyOf(table: string): Family {
  const [thread] = table.split('-');
  switch (thread) {
    case 's001':
      return 'steal';
    case 's002':
      return 'layout';
    case 's003':
      return 'numa';
    case 'measured':
    case 'hogs':
      return 'measured';
    default:
      return 'cluster';
  }
}

/** The preset that names a table's scenarios. */
export function presetOf(table: string): PresetId {
  const family = familyOf(table);
  if (table.startsWith('s004-false')) return 'false-sharing';
  if (family === 'numa') return /numa_test|schedbench|perjob/.test(table) ? 'numa-test' : 'numa2003';
  const presets = { cluster: 'hackbench-kunpeng', steal: 'steal', layout: 'task-group', measured: 'debt' } as const;
  return presets[family];
}

/** Tables with rows of one kind: those about which the model makes a statement, or the others. */
export function entries({ tables, rows }: Report, spoken: boolean): Entry[] {
  return tables
    .map((about) => ({ about, rows: rows.filter((row) => row.table === about.table && row.spoken === spoken) }))
    .filter((entry) => entry.rows.length > 0);
}

/** The figures of a table, in the order of their first appearance. */
export const quantitiesOf = (rows: readonly RowReport[]): Quantity[] => [...new Set(rows.map((row) => row.quantity))];

export interface Score {
  readonly right: number;
  readonly open: number;
  readonly all: number;
}

export function scoreOf(rows: readonly RowReport[], what: Judged): Score {
  const verdicts = rows.map((row) => row[what]).filter((verdict) => verdict !== null);
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  return { right: count('right'), open: count('open'), all: verdicts.length };
}

/** The verdicts of a row, as words of the catalogue. */
export function verdictsOf(row: RowReport): { readonly key: ReplicationKey; readonly verdict: Verdict }[] {
  return JUDGED.flatMap((what) => {
    const verdict = row[what];
    if (verdict === null) return [];
    const zero = what === 'sign' && verdict === 'right' && row.gain_about_zero;
    return [{ key: zero ? 'verdict.sign.zero' : (`verdict.${what}.${verdict}` as const), verdict }];
  });
}

export interface Fitted {
  readonly costs: readonly string[];
  readonly rows: number;
}

/** The costs fitted on any of the rows, and on how many rows. */
export function fittedOn(rows: readonly RowReport[]): Fitted {
  const costs = [...new Set(rows.flatMap((row) => row.fitted))].sort();
  return { costs, rows: rows.filter((row) => row.fitted.length > 0).length };
}

/** Two decimals below 100, one below 1000, then none. */
export function figure(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return count(value);
  return value.toFixed(size >= 100 ? 1 : 2);
}

export interface Scale {
  readonly ends: readonly [number, number];
  /** Equal ratios are equal lengths. */
  readonly log: boolean;
}

/** A logarithmic scale; linear from zero if a value is zero. */
export function ratioScale(values: readonly number[]): Scale {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (low <= 0) return { ends: [0, high * 1.05 || 1], log: false };
  return { ends: [low / 1.08, high * 1.08], log: true };
}

/** A scale of gains: always with zero inside. */
export function gainScale(values: readonly number[]): Scale {
  const low = Math.min(...values, 0);
  const high = Math.max(...values, 0);
  const room = (high - low || 1) * 0.05;
  return { ends: [low - room, high + room], log: false };
}

/** Rows for an exported file. */
export function tableOf(rows: readonly RowReport[]): Table {
  const unit = rows[0]?.unit ?? '';
  return {
    columns: [
      { name: 'row' },
      { name: 'published', unit },
      { name: 'simulated', unit },
      { name: '95 % interval, half', unit },
      { name: 'gain published', unit: '%' },
      { name: 'gain simulated', unit: '%' },
      { name: 'gain, 95 % interval, half', unit: '%' },
      { name: 'gain at first sight', unit: '%' },
      ...JUDGED.map((name) => ({ name })),
      { name: 'fitted' },
    ],
    rows: rows.map((row) => [
      row.row,
      row.published,
      row.simulated,
      row.ci95,
      row.gain_published,
      row.gain_simulated,
      row.gain_ci95,
      row.at_first_sight?.gain_simulated ?? null,
      ...JUDGED.map((what) => row[what]),
      row.fitted.join(' '),
    ]),
  };
}

/** The number of seeds of a table, or the fewest and the most of its rows. */
export const seedsOf = ({ fewest_seeds: fewest, seeds }: Pick<TableReport, 'fewest_seeds' | 'seeds'>): string =>
  fewest === seeds ? `${seeds ?? ''}` : `${fewest}–${seeds}`;

/** How a table was simulated, in the few words that a chart has room for. */
export function howOf(about: TableReport): {
  readonly key: ReplicationKey;
  readonly params?: Params;
} {
  const { loops, published_loops: published, window } = about;
  if (about.seeds === null) return { key: 'how.none' };
  const seeds = seedsOf(about);
  if (window !== null) return { key: 'how.window', params: { seeds, from: window.from_ms, until: window.until_ms } };
  if (loops === null || published === null || loops === published) return { key: 'how.seeds', params: { seeds } };
  return { key: 'how.scaled', params: { seeds, loops: count(loops), published: count(published) } };
}
