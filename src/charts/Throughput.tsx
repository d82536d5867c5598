import { max } from 'd3-array';
import { format } from 'd3-format';
import { scaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import { line } from 'd3-shape';
import { useCallback } from 'react';
import type { ChartFeed } from '../engine/lane';
import { t, useT } from '../i18n';
import { compact, significant } from '../ui/format';
import { Card } from './Card';
import { difference, type Goods, type Point, rate, throughput } from './compare';
import { type Room, useChart } from './useChart';

export interface ThroughputProps {
  readonly feeds: readonly ChartFeed[];
  readonly goods: Goods;
  readonly seed: number;
}

const thousands = format('~s');
const fraction = format('~g');
const tickText = (value: number): string => (value < 1 ? fraction(value) : thousands(value));

const LANES = ['a', 'b'] as const;

function drawLines(svg: SVGSVGElement, feeds: readonly ChartFeed[], { width, height, em }: Room): void {
  // The room for labels follows the type size of the theme.
  const margin = { top: 0.9 * em, right: 5 * em, bottom: 1.9 * em, left: 3 * em };
  const labelGap = 1.25 * em;
  const lines = feeds.map((feed) => throughput(feed.series));
  const lastMs = Math.max(...feeds.map((feed) => feed.frame?.ns ?? 0)) / 1e6;
  const x = scaleLinear([0, lastMs || 1], [margin.left, width - margin.right]);
  const top = max(lines.flat(), (point) => point.perMs) ?? 1;
  const y = scaleLinear([0, top || 1], [height - margin.bottom, margin.top]).nice(4);
  const path = line<Point>(
    (point) => x(point.ns / 1e6),
    (point) => y(point.perMs),
  );
  const root = select(svg);

  root
    .select('.grid')
    .selectAll<SVGGElement, number>('g')
    .data(y.ticks(4))
    .join((enter) => {
      const tick = enter.append('g');
      tick.append('line');
      tick.append('text').attr('dy', '0.32em').attr('text-anchor', 'end');
      return tick;
    })
    .each(function (value) {
      const tick = select(this).attr('transform', `translate(0,${y(value)})`);
      tick
        .select('line')
        .attr('x1', margin.left)
        .attr('x2', width - margin.right);
      tick
        .select('text')
        .attr('x', margin.left - 6)
        .text(tickText(value));
    });

  const ticks = x.ticks(Math.max(2, Math.floor(width / 90)));
  root
    .select('.time')
    .selectAll<SVGTextElement, number>('text')
    .data(ticks)
    .join('text')
    .attr('text-anchor', 'middle')
    .attr('x', (value) => x(value))
    .attr('y', height - 5)
    .text((value, i) => x.tickFormat(ticks.length)(value) + (i === ticks.length - 1 ? ' ms' : ''));

  const means = feeds.map(({ frame }) => (frame ? rate(frame) / 1e3 : 0));
  // The two labels move apart rather than over each other.
  const [a = 0, b = 0] = means.map((mean) => y(mean));
  const push = feeds.length > 1 ? Math.max(0, labelGap - Math.abs(a - b)) / 2 : 0;
  const upper = a < b ? 0 : 1;
  feeds.forEach((_, i) => {
    const lane = LANES[i] ?? 'a';
    const points = lines[i] ?? [];
    const mean = means[i] ?? 0;
    root.select(`.line-${lane}`).attr('d', path(points));
    root
      .select(`.end-${lane}`)
      .attr('x', width - margin.right + 5)
      .attr('y', y(mean) + (i === upper ? -push : push))
      .text(points.length > 1 ? `${lane.toUpperCase()} ${compact(mean)}` : '');
  });
}

/**
 * Messages (or jobs) per millisecond of both lanes on the same axes, their means over the run at the
 * right, and the difference in words.
 */
export function Throughput({ feeds, goods, seed }: ThroughputProps) {
  const text = useT();
  const svg = useChart(
    feeds,
    useCallback((element: SVGSVGElement, room: Room) => drawLines(element, feeds, room), [feeds]),
  );
  const verdict = useChart(
    feeds,
    useCallback(
      (element: HTMLParagraphElement) => {
        const [a, b] = feeds;
        const sentence = difference(a?.frame ?? null, b?.frame ?? null, goods);
        element.textContent = text(sentence.key, sentence.params);
        element.dataset.better = sentence.better ?? '';
        const rates = feeds.map((feed) => (feed.frame ? rate(feed.frame) : 0));
        element.title = rates
          .map((value, i) => `${(LANES[i] ?? 'a').toUpperCase()} ${significant(value)}/s`)
          .join('  ');
      },
      [feeds, goods, text],
    ),
  );
  return (
    <Card title={text('charts.throughput')} unit={text(`charts.unit.${goods}`)}>
      <svg ref={svg} className="lines" role="img" aria-label={text('charts.throughput')}>
        <g className="grid" />
        <g className="time" />
        <path className="line line-a" />
        <path className="line line-b" />
        <text className="end end-a" dy="0.32em" />
        <text className="end end-b" dy="0.32em" />
      </svg>
      <footer>
        {feeds.length > 1 && <p ref={verdict} className="verdict" />}
        <span className="unit">{t('charts.seed', { seed })}</span>
      </footer>
    </Card>
  );
}
