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

export interface Count {
  readonly answer: string;
  readonly count: number;
  readonly isRight: boolean;
}

/** How often each answer was given, the most frequent first. */
export function countsOf(rows: readonly Row[], task: number, name: (value: Value) => string): readonly Count[] {
  const counts = new Map<string, { count: number; isRight: boolean }>();
  for (const row of rows) {
    const value = row.answers[task];
    const mark = row.marks[task];
    if (value === null || value === undefined || !mark) continue;
    const answer = name(value);
    const before = counts.get(answer) ?? { count: 0, isRight: false };
    const isRight = mark.parts.length > 0 && mark.parts.every((part) => part.is_right);
    counts.set(answer, { count: before.count + 1, isRight: before.isRight || isRight });
  }
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
