import { useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import { CAUSES, DISTANCES } from '../../scenario/generated/vocab';
import { distanceColor } from '../../signs/palette';
import type { Table } from '../../ui/table';
import { useT } from '../../words';
import { compact } from '../../words/format';
import type { ChartProps } from './chart';
import { child, fill } from './elements';
import { letter } from './tables';
import { useChart } from './useChart';
import '../../ui/figures-table.css';
import './migrations.css';

interface Row {
  readonly cause: (typeof CAUSES)[number];
  /** Per lane, moves by distance. */
  readonly lanes: readonly (readonly number[])[];
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function rows(feeds: readonly ChartFeed[]): Row[] {
  return CAUSES.map((cause, c) => ({
    cause,
    lanes: feeds.map(({ frame }) => DISTANCES.map((_, d) => frame?.moves(c, d) ?? 0)),
  })).filter((row) => row.lanes.some((lane) => sum(lane) > 0));
}

/** Migrations so far by cause; the colours of a bar are distances. */
export function Migrations({ feeds }: ChartProps) {
  const t = useT();
  const ref = useChart(
    feeds,
    useCallback(
      (element: HTMLTableSectionElement) => {
        const shown = rows(feeds);
        const most = Math.max(1, ...shown.flatMap((row) => row.lanes.map(sum)));
        element.dataset.empty = String(shown.length === 0);
        fill<HTMLTableRowElement, Row>(element, 'tr', shown, (row, { cause, lanes }) => {
          const head = child<HTMLTableCellElement>(row, 0, 'th');
          head.scope = 'row';
          head.textContent = t(`cause.${cause}`);
          fill<HTMLDivElement, readonly number[]>(child(row, 1, 'td', 'bars'), 'div', lanes, (bar, lane) => {
            bar.className = 'thin';
            fill<HTMLSpanElement, number>(bar, 'span', lane, (part, n, d) => {
              const distance = DISTANCES[d] ?? 'cpu';
              part.style.inlineSize = `${(n / most) * 100}%`;
              part.style.background = distanceColor(distance);
              part.title = `${t(`distance.${distance}`)} ${n}`;
            });
          });
          fill<HTMLTableCellElement, readonly number[]>(
            row,
            'td',
            lanes,
            (cell, lane, i) => {
              cell.className = `n lane-${i === 0 ? 'a' : 'b'}`;
              cell.textContent = compact(sum(lane));
            },
            2,
          );
        });
      },
      [feeds, t],
    ),
  );
  return (
    <table className="figures">
      <tbody ref={ref} data-none={t('charts.moves.none')} />
    </table>
  );
}

/** Migrations by cause and distance. */
export const migrationsTable = (feeds: readonly ChartFeed[]): Table => ({
  columns: [{ name: 'cause' }, { name: 'distance' }, ...feeds.map((_, i) => ({ name: letter(i), unit: 'moves' }))],
  rows: CAUSES.flatMap((cause, c) =>
    DISTANCES.map((distance, d) => [cause, distance, ...feeds.map(({ frame }) => frame?.moves(c, d) ?? 0)]),
  ),
});
