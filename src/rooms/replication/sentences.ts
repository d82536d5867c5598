/** Sentences about a table and its rows. */
import { COSTS } from '../../scenario/generated/costs';
import { t } from '../../words';
import { costName } from '../../words/costs';
import { count, signed } from '../../words/format';
import { unitWord } from '../../words/units';
import type { Sensitivity, Turn } from './generated/types';
import { fittedOn, howOf, type RowReport, seedsOf, type TableReport } from './report';
import type { ReplicationKey, word } from './words';

export type Words = typeof word;

export const tableKey = ({ table }: TableReport): ReplicationKey => `table.${table}`;

/** The row with the largest published gain, for which a table is known, if the simulator does not reach it. */
export function largestMiss(rows: readonly RowReport[]): RowReport | null {
  const most = rows.reduce<RowReport | null>(
    (best, row) => ((row.gain_published ?? 0) > (best?.gain_published ?? 0) ? row : best),
    null,
  );
  const { gain_published = null, gain_simulated = null, gain_ci95 = null } = most ?? {};
  if (gain_published === null || gain_simulated === null) return null;
  return gain_simulated + (gain_ci95 ?? 0) < gain_published ? most : null;
}

export const methodText = (w: Words, about: TableReport): string => {
  const { simulated, loops, published_loops: published, window } = about;
  const number = (value: number | null) => (value === null ? '' : count(value));
  const stretch = { from: window?.from_ms ?? '', until: window?.until_ms ?? '' };
  const params = { seeds: seedsOf(about), loops: number(loops), published: number(published), ...stretch };
  return w(`method.${simulated}`, params);
};

export const howText = (w: Words, about: TableReport): string => {
  const { key, params } = howOf(about);
  return w(key, params);
};

export function fittedText(w: Words, rows: readonly RowReport[]): string {
  const { costs, rows: fitted } = fittedOn(rows);
  if (fitted === 0) return w('fitted.none');
  const named = costs.join(t('lane.list'));
  return fitted === rows.length
    ? w('fitted.all', { costs: named })
    : w('fitted.some', { costs: named, rows: fitted, all: rows.length });
}

/** Whether a sign holds at the ends of the ranges of the costs. */
export const sensitivityText = (w: Words, { row, gain, tried, turned }: Sensitivity): string =>
  w(turned.length === 0 ? 'sensitivity.none' : 'sensitivity.some', { row, gain: signed(gain), tried });

/** What remains of the sign at one of these ends; no line breaks inside the figure. */
export function turnText(w: Words, { cost, value, gain, ci95 }: Turn): string {
  const known = COSTS.find(({ key }) => key === cost);
  const key = Math.abs(gain) > (ci95 ?? Number.POSITIVE_INFINITY) ? 'sensitivity.opposite' : 'sensitivity.open';
  return w(key, {
    cost: known ? w('sensitivity.cost', { name: costName(known), cost }) : cost,
    value: `${count(value)}\u00a0${known ? unitWord(known.unit) : ''}`.trim(),
    gain: `${interval(gain, ci95, signed)} %`.replaceAll(' ', '\u00a0'),
  });
}

/** Measurements for this report have no mail to quote, so the page describes them. */
const isOurs = ({ author }: TableReport): boolean => author === 'measured here';
export const authorOf = (w: Words, about: TableReport): string => (isOurs(about) ? w('author.here') : about.author);
export function machineOf(w: Words, about: TableReport): string | null {
  const [, count, cpu] = about.machine?.match(/^(\d+) virtual CPUs of (.+)$/) ?? [];
  return isOurs(about) && count && cpu ? w('machine.here', { count, cpu }) : about.machine;
}
export const threadOf = (w: Words, about: TableReport): string => (isOurs(about) ? w(tableKey(about)) : about.thread);

export const factsOf = (w: Words, about: TableReport): string[] =>
  [authorOf(w, about), about.date, machineOf(w, about), about.kernel].filter((fact) => fact !== null);

/** A mean with half of its interval. */
export function interval(mean: number | null, half: number | null, write: (value: number) => string): string {
  if (mean === null) return '–';
  return half === null || half === 0 ? write(mean) : `${write(mean)} ± ${write(half).replace('+', '')}`;
}

/** The distances of the value and the gain from the published ones, and the allowed distances. */
export function offText(w: Words, row: RowReport): string[] {
  const texts: string[] = [];
  if (row.error !== null) {
    const off = signed(row.error);
    if (row.within_pct !== null) texts.push(w('off.percent', { off, within: row.within_pct }));
    else if (row.within_points !== null) texts.push(w('off.points', { off, within: row.within_points }));
    else texts.push(w('off.percent.free', { off }));
  }
  if (row.gain_error !== null) {
    const off = signed(row.gain_error);
    if (row.gain_within !== null) texts.push(w('off.gain', { off, within: row.gain_within }));
    else texts.push(w('off.gain.free', { off }));
  }
  return texts;
}
