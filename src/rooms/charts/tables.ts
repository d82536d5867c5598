/** The figures behind each chart, for a file. */
import type { ChartFeed } from '../../engine/lanes/lane';
import { CAUSES, DISTANCES } from '../../scenario/generated/vocab';
import type { Table } from '../../ui/table';
import type { Point } from '../../words/compare';

export const LETTERS = ['A', 'B'] as const;
const letter = (lane: number): string => LETTERS[lane] ?? '';

/** A figure over simulated time. */
export const linesTable = (lanes: readonly (readonly Point[])[], figure: string, unit: string): Table => ({
  columns: [{ name: 'lane' }, { name: 'simulated time', unit: 'ms' }, { name: figure, unit }],
  rows: lanes.flatMap((points, lane) => points.map(({ ns, value }) => [letter(lane), ns / 1e6, value])),
});

/** Wake-ups by distance. */
export const wakesTable = (feeds: readonly ChartFeed[]): Table => ({
  columns: [{ name: 'distance' }, ...feeds.map((_, i) => ({ name: letter(i), unit: 'wake-ups' }))],
  rows: DISTANCES.map((distance, d) => [distance, ...feeds.map(({ frame }) => frame?.wakesTo(d) ?? 0)]),
});

/** Migrations by cause and distance. */
export const migrationsTable = (feeds: readonly ChartFeed[]): Table => ({
  columns: [{ name: 'cause' }, { name: 'distance' }, ...feeds.map((_, i) => ({ name: letter(i), unit: 'moves' }))],
  rows: CAUSES.flatMap((cause, c) =>
    DISTANCES.map((distance, d) => [cause, distance, ...feeds.map(({ frame }) => frame?.moves(c, d) ?? 0)]),
  ),
});
