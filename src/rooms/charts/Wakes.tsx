import { useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import type { FrameView } from '../../engine/wire/frame';
import { DISTANCES, type Distance } from '../../scenario/generated/vocab';
import { distanceColor, onDistanceColor } from '../../signs/palette';
import type { Table } from '../../ui/table';
import { useT } from '../../words';
import type { ChartProps } from './chart';
import { child, fill } from './elements';
import { letter } from './tables';
import { useChart } from './useChart';
import './wakes.css';

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

/** The distances of wake-ups from the previous CPU. */
export function Wakes({ feeds }: ChartProps) {
  const t = useT();
  const ref = useChart(
    feeds,
    useCallback(
      (element: HTMLDivElement) => {
        const parts = feeds.map((feed) => shares(feed.frame));
        const bars = element.querySelectorAll('.bar');
        parts.forEach((lane, i) => {
          const bar = bars[i];
          if (!bar) return;
          fill<HTMLSpanElement, Part>(bar, 'span', lane, (segment, { distance, share }) => {
            segment.style.inlineSize = `${share * 100}%`;
            segment.style.background = distanceColor(distance);
            segment.style.color = onDistanceColor(distance);
            segment.title = `${t(`distance.${distance}`)} ${(share * 100).toFixed(1)} %`;
            segment.textContent = share >= READABLE ? inPercent(share) : '';
          });
        });
        const met = DISTANCES.filter((distance) => parts.flat().some((part) => part.distance === distance));
        const key = element.querySelector('.distances');
        if (!key) return;
        fill<HTMLLIElement, Distance>(key, 'li', met, (item, distance) => {
          child<HTMLElement>(item, 0, 'i', 'swatch').style.background = distanceColor(distance);
          child(item, 1, 'span').textContent = t(`distance.${distance}`);
        });
      },
      [feeds, t],
    ),
  );
  return (
    <div ref={ref}>
      {feeds.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its position
        <div className="bar-row" key={i}>
          <b className={`lane-${i === 0 ? 'a' : 'b'}`}>{letter(i)}</b>
          <div className="bar" />
        </div>
      ))}
      <ul className="distances" />
    </div>
  );
}

/** Wake-ups by distance. */
export const wakesTable = (feeds: readonly ChartFeed[]): Table => ({
  columns: [{ name: 'distance' }, ...feeds.map((_, i) => ({ name: letter(i), unit: 'wake-ups' }))],
  rows: DISTANCES.map((distance, d) => [distance, ...feeds.map(({ frame }) => frame?.wakesTo(d) ?? 0)]),
});
