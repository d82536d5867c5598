import { select } from 'd3-selection';
import { useCallback } from 'react';
import type { FrameView } from '../engine/frame';
import type { ChartFeed } from '../engine/lane';
import { useT } from '../i18n';
import { DISTANCES, type Distance } from '../scenario/generated/vocab';
import { distanceColor } from '../ui/palette';
import { Card } from './Card';
import { wakesTable } from './tables';
import { useChart } from './useChart';

interface Part {
  readonly distance: Distance;
  readonly share: number;
}

function shares(frame: FrameView | null): Part[] {
  if (!frame) return [];
  const counts = DISTANCES.map((_, i) => frame.wakesTo(i));
  const all = counts.reduce((sum, n) => sum + n, 0);
  return DISTANCES.map((distance, i) => ({ distance, share: all > 0 ? (counts[i] ?? 0) / all : 0 })).filter(
    ({ share }) => share > 0,
  );
}

/** Narrower than this share a segment does not hold its number. */
const READABLE = 0.09;

/** Whole percent; 100 only for all of them. */
export const inPercent = (share: number): string =>
  share < 1 && share >= 0.995 ? '>99' : String(Math.round(share * 100));

/** Where waking tasks were placed, seen from where they ran before. */
export function Wakes({ feeds }: { feeds: readonly ChartFeed[] }) {
  const t = useT();
  const ref = useChart(
    feeds,
    useCallback(
      (element: HTMLDivElement) => {
        const parts = feeds.map((feed) => shares(feed.frame));
        select(element)
          .selectAll<HTMLDivElement, ChartFeed>('.bar')
          .data(parts)
          .each(function (lane) {
            select(this)
              .selectAll<HTMLSpanElement, Part>('span')
              .data(lane, (part) => part.distance)
              .join('span')
              .order()
              .attr('class', (part) => `on-${part.distance}`)
              .style('inline-size', (part) => `${part.share * 100}%`)
              .style('background', (part) => distanceColor(part.distance))
              .attr('title', (part) => `${t(`distance.${part.distance}`)} ${(part.share * 100).toFixed(1)} %`)
              .text((part) => (part.share >= READABLE ? inPercent(part.share) : ''));
          });
        const met = DISTANCES.filter((distance) => parts.flat().some((part) => part.distance === distance));
        select(element)
          .select('.distances')
          .selectAll<HTMLLIElement, Distance>('li')
          .data(met, (distance) => distance)
          .join((enter) => {
            const item = enter.append('li');
            item.append('i').attr('class', 'swatch');
            item.append('span');
            return item;
          })
          .order()
          .each(function (distance) {
            select(this).select('i').style('background', distanceColor(distance));
            select(this)
              .select('span')
              .text(t(`distance.${distance}`));
          });
      },
      [feeds, t],
    ),
  );
  return (
    <Card title={t('charts.wakes')} unit={t('charts.wakes.unit')} name="wakes" table={() => wakesTable(feeds)}>
      <div ref={ref}>
        {feeds.map((_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its position
          <div className="bar-row" key={i}>
            <b className={`lane-${i === 0 ? 'a' : 'b'}`}>{i === 0 ? 'A' : 'B'}</b>
            <div className="bar" />
          </div>
        ))}
        <ul className="distances" />
      </div>
    </Card>
  );
}
