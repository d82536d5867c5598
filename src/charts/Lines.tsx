import { max } from 'd3-array';
import { format } from 'd3-format';
import { scaleLinear } from 'd3-scale';
import { select } from 'd3-selection';
import { line } from 'd3-shape';
import { useCallback } from 'react';
import type { ChartFeed } from '../engine/lane';
import { useT } from '../i18n';
import type { Point } from './compare';
import { type Room, useChart } from './useChart';

const LANES = ['a', 'b'] as const;

/** What a chart of lines shows of one lane. */
export interface LaneLine {
  readonly points: readonly Point[];
  /** The mean over the run, and how it is written. */
  readonly mean: number;
  readonly text: string;
}

export interface LinesProps {
  readonly label: string;
  readonly feeds: readonly ChartFeed[];
  /** Keep it the same function while it means the same. */
  readonly of: (feed: ChartFeed) => LaneLine;
  /** The top of the axis; without one it follows the lines. */
  readonly top?: number;
  /** The part of the run that is left out of reported rates (ms). */
  readonly warmupMs: number;
}

const thousands = format('~s');
const fraction = format('~g');
const tickText = (value: number): string => (value < 1 ? fraction(value) : thousands(value));

/** A figure over simulated time, both lanes on the same axes; the means over the run at the right. */
export function Lines({ label, feeds, of, top, warmupMs }: LinesProps) {
  const t = useT();
  const warmup = t('charts.warmup');
  const svg = useChart(
    feeds,
    useCallback(
      (element: SVGSVGElement, room: Room) => {
        draw(element, feeds, room, { lines: feeds.map(of), top, warmupMs, warmup });
      },
      [feeds, of, top, warmupMs, warmup],
    ),
  );
  return (
    <svg ref={svg} className="lines" role="img" aria-label={label}>
      <g className="warmup">
        <rect />
        <text dy="1em" dx="3" />
      </g>
      <g className="grid" />
      <g className="time" />
      <path className="line line-a" />
      <path className="line line-b" />
      <text className="end end-a" dy="0.32em" />
      <text className="end end-b" dy="0.32em" />
    </svg>
  );
}

interface Drawn {
  readonly lines: readonly LaneLine[];
  readonly top: number | undefined;
  readonly warmupMs: number;
  readonly warmup: string;
}

function draw(svg: SVGSVGElement, feeds: readonly ChartFeed[], { width, height, em }: Room, drawn: Drawn): void {
  const { lines } = drawn;
  // The room for labels follows the type size of the theme.
  const margin = { top: 0.9 * em, right: 5.2 * em, bottom: 1.9 * em, left: 3 * em };
  const labelGap = 1.25 * em;
  const lastMs = Math.max(0, ...feeds.map((feed) => feed.frame?.ns ?? 0)) / 1e6 || 1;
  const x = scaleLinear([0, lastMs], [margin.left, width - margin.right]);
  const most =
    max(
      lines.flatMap(({ points }) => points),
      ({ value }) => value,
    ) ?? 1;
  const y = scaleLinear([0, drawn.top ?? (most || 1)], [height - margin.bottom, margin.top]);
  const rungs = Math.max(1, Math.min(4, Math.floor((height - margin.bottom) / (2.6 * em))));
  if (drawn.top === undefined) y.nice(4);
  const path = line<Point>(
    (point) => x(point.ns / 1e6),
    (point) => y(point.value),
  );
  const root = select(svg);

  root
    .select('.grid')
    .selectAll<SVGGElement, number>('g')
    .data(y.ticks(rungs))
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

  const warm = Math.min(drawn.warmupMs, lastMs);
  const warmup = root.select('.warmup').attr('display', warm > 0 ? null : 'none');
  warmup
    .select('rect')
    .attr('x', x(0))
    .attr('y', margin.top)
    .attr('width', x(warm) - x(0))
    .attr('height', Math.max(0, height - margin.bottom - margin.top));
  warmup.select('text').attr('x', x(0)).attr('y', margin.top).text(drawn.warmup);

  // The two labels move apart rather than over each other.
  const [a = 0, b = 0] = lines.map(({ mean }) => y(mean));
  const push = feeds.length > 1 ? Math.max(0, labelGap - Math.abs(a - b)) / 2 : 0;
  const upper = a < b ? 0 : 1;
  LANES.forEach((lane, i) => {
    const own = lines[i];
    root.select(`.line-${lane}`).attr('d', own ? path(own.points) : null);
    root
      .select(`.end-${lane}`)
      .attr('x', width - margin.right + 5)
      .attr('y', own ? y(own.mean) + (i === upper ? -push : push) : 0)
      .text(own && own.points.length > 1 ? `${lane.toUpperCase()} ${own.text}` : '');
  });
}
