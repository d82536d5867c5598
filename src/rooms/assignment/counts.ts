/** Counts what a class answered. */
import type { Ask, Row, Value } from '../../engine/assignments';
import { t } from '../../words';

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The numbers of a class between two ends in bars of equal width; those outside count at the ends. */
export function barsOf(numbers: readonly number[], from: number, to: number, bars = 15): readonly Bar[] {
  const width = (to - from) / bars;
  const counts = Array.from({ length: bars }, () => 0);
  for (const number of numbers) {
    const at = Math.min(bars - 1, Math.max(0, Math.floor((number - from) / width)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, i) => ({ from: from + i * width, to: from + (i + 1) * width, count }));
}

/** At most five whole numbers from 0 on, at equal distances, and the last of them, which is at least `most`. */
export function ticksOf(most: number): { readonly ticks: readonly number[]; readonly top: number } {
  const step = Math.max(1, Math.ceil(most / 4));
  const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
  return { ticks, top: ticks.at(-1) ?? most };
}

interface Chosen {
  readonly count: number;
  readonly isRight: boolean;
}
export interface Count extends Chosen {
  readonly answer: string;
}

/** How often each answer was given, by a name for it. Empty answers do not count. */
function chosenBy<K>(rows: readonly Row[], task: number, name: (value: Value) => K | null): ReadonlyMap<K, Chosen> {
  const counts = new Map<K, Chosen>();
  for (const row of rows) {
    const mark = row.marks[task];
    const answer = name(row.answers[task] ?? null);
    if (answer === null || !mark) continue;
    const before = counts.get(answer) ?? { count: 0, isRight: false };
    const isRight = mark.parts.length > 0 && mark.parts.every((part) => part.is_right);
    counts.set(answer, { count: before.count + 1, isRight: before.isRight || isRight });
  }
  return counts;
}

/** How often each CPU was chosen. */
export const cpusOf = (rows: readonly Row[], task: number): ReadonlyMap<number, Chosen> =>
  chosenBy(rows, task, (value) => (typeof value === 'number' ? value : null));

/** How often each answer was given, the most frequent first. */
export function countsOf(rows: readonly Row[], task: number, name: (value: Value) => string): readonly Count[] {
  const counts = chosenBy(rows, task, (value) => (value === null ? null : name(value)));
  return [...counts]
    .map(([answer, found]) => ({ answer, ...found }))
    .sort((a, b) => b.count - a.count || a.answer.localeCompare(b.answer));
}

/** An answer as a short text. */
export function textOf(ask: Ask, value: Value, option: (at: number) => string): string {
  if (ask.kind === 'choice' && Array.isArray(value)) return value.map(option).join(' + ');
  if (ask.kind === 'cpu' || (ask.kind === 'find' && ask.what === 'cpu')) return `CPU ${String(value)}`;
  if (Array.isArray(value)) return value.join(t('lane.list'));
  if (value !== null && typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${String(one)}`)
      .join(t('lane.list'));
  return String(value);
}
