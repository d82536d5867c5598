import { select } from 'd3-selection';
import { useCallback } from 'react';
import type { ChartFeed } from '../engine/lane';
import { useT } from '../i18n';
import { CAUSES, DISTANCES } from '../scenario/generated/vocab';
import { compact } from '../ui/format';
import { distanceColor } from '../ui/palette';
import { Card } from './Card';
import { migrationsTable } from './tables';
import { useChart } from './useChart';

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
export function Migrations({ feeds }: { feeds: readonly ChartFeed[] }) {
  const t = useT();
  const ref = useChart(
    feeds,
    useCallback(
      (element: HTMLTableSectionElement) => {
        const shown = rows(feeds);
        const most = Math.max(1, ...shown.flatMap((row) => row.lanes.map(sum)));
        element.dataset.empty = String(shown.length === 0);
        select(element)
          .selectAll<HTMLTableRowElement, Row>('tr')
          .data(shown, (row) => row.cause)
          .join((enter) => {
            const row = enter.append('tr');
            row.append('th').attr('scope', 'row');
            row.append('td').attr('class', 'bars');
            return row;
          })
          .order()
          .each(function (row) {
            select(this)
              .select('th')
              .text(t(`cause.${row.cause}`));
            select(this)
              .select('.bars')
              .selectAll<HTMLDivElement, readonly number[]>('div')
              .data(row.lanes)
              .join((enter) => enter.append('div').attr('class', 'thin'))
              .selectAll<HTMLSpanElement, number>('span')
              .data((lane) => lane)
              .join('span')
              .style('inline-size', (n) => `${(n / most) * 100}%`)
              .style('background', (_, d) => distanceColor(DISTANCES[d] ?? 'cpu'))
              .attr('title', (n, d) => `${t(`distance.${DISTANCES[d] ?? 'cpu'}`)} ${n}`);
            select(this)
              .selectAll<HTMLTableCellElement, readonly number[]>('.n')
              .data(row.lanes)
              .join((enter) => enter.append('td').attr('class', (_, i) => `n lane-${i === 0 ? 'a' : 'b'}`))
              .text((lane) => compact(sum(lane)));
          });
      },
      [feeds, t],
    ),
  );
  return (
    <Card
      title={t('charts.moves')}
      unit={t('charts.moves.unit')}
      name="migrations"
      table={() => migrationsTable(feeds)}
    >
      <table className="figures">
        <tbody ref={ref} data-none={t('charts.moves.none')} />
      </table>
    </Card>
  );
}
