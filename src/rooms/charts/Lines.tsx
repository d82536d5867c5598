import { max, nice, tickStep, ticks } from 'd3-array';
import { useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import type { Point } from '../../engine/wire/series';
import { textWidth } from '../../ui/fitting';
import { rungs } from '../../ui/rungs';
import { useT } from '../../words';
import { count } from '../../words/format';
import { child, fill, set } from './elements';
import { type Room, useChart } from './useChart';
import './lines.css';

const LANES = ['a', 'b'] as const;

/** The data of a line chart for one lane. */
export interface LaneLine {
  readonly points: readonly Point[];
  /** The mean over the run, and its text. */
  readonly mean: number;
  readonly text: string;
}

export interface LinesProps {
  readonly label: string;
  readonly feeds: readonly ChartFeed[];
  /** Must be a stable reference. */
  readonly of: (feed: ChartFeed) => LaneLine;
  /** The top of the axis; by default it follows the lines. */
  readonly top?: number;
  /** The part of the run that is left out of reported rates (ms). */
  readonly warmupMs: number;
}

const SCALES: readonly (readonly [number, string])[] = [
  [1e6, 'M'],
  [1e3, 'k'],
];

function tickText(value: number): string {
  const [scale, sign] = SCALES.find(([size]) => value >= size) ?? [1, ''];
  return `${Number((value / scale).toPrecision(6))}${sign}`;
}

/**
 * Ticks of time that do not overlap in a width (px), with the decimals that their distance needs; the last has the
 * unit.
 */
export function timeTexts(lastMs: number, width: number, em: number): (readonly [ms: number, text: string])[] {
  for (let most = Math.max(2, Math.floor(width / 90)); ; most--) {
    const step = tickStep(0, lastMs, most);
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const all = ticks(0, lastMs, most);
    const said = all.map((ms) => count(ms, decimals));
    const widest = textWidth(`${said.at(-1)} ms`, em);
    if (most === 1 || (step / lastMs) * width >= widest) {
      return all.map((ms, i) => [ms, i === all.length - 1 ? `${said[i]} ms` : (said[i] ?? '')]);
    }
  }
}

/** The heights of the labels of at most two lanes, without overlap and not above `top`. */
export function apart(heights: readonly number[], gap: number, top: number): readonly number[] {
  const [a = top, b] = heights;
  if (b === undefined) return [Math.max(top, a)];
  const [upper, lower] = a < b ? [a, b] : [b, a];
  const push = Math.max(0, gap - (lower - upper)) / 2;
  const high = Math.max(top, upper - push);
  const low = Math.max(high + gap, lower + push);
  return a < b ? [high, low] : [low, high];
}

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
  const x = (ms: number): number => margin.left + (ms / lastMs) * (width - margin.right - margin.left);
  const most =
    max(
      lines.flatMap(({ points }) => points),
      ({ value }) => value,
    ) ?? 1;
  const [, top] = drawn.top === undefined ? nice(0, most || 1, 4) : [0, drawn.top];
  const y = (value: number): number => height - margin.bottom - (value / top) * (height - margin.bottom - margin.top);
  const room = Math.max(1, Math.min(3, Math.floor((height - margin.bottom) / (2.6 * em))));
  const part = (name: string): Element | null => svg.querySelector(name);

  const grid = part('.grid');
  if (grid) {
    fill<SVGGElement, number>(grid, 'g', rungs(0, top, room), (tick, value) => {
      set(tick, { transform: `translate(0,${y(value)})` });
      set(child(tick, 0, 'line'), { x1: margin.left, x2: width - margin.right });
      const text = child(tick, 1, 'text');
      set(text, { dy: '0.32em', 'text-anchor': 'end', x: margin.left - 6 });
      text.textContent = tickText(value);
    });
  }

  const time = part('.time');
  if (time) {
    const texts = timeTexts(lastMs, width - margin.right - margin.left, em);
    fill<SVGTextElement, readonly [number, string]>(time, 'text', texts, (text, [ms, said]) => {
      set(text, { 'text-anchor': 'middle', x: x(ms), y: height - 5 });
      text.textContent = said;
    });
  }

  const warm = Math.min(drawn.warmupMs, lastMs);
  const warmup = part('.warmup');
  const [ground, word] = warmup?.children ?? [];
  if (warmup && ground && word) {
    set(warmup, { display: warm > 0 ? null : 'none' });
    set(ground, {
      x: x(0),
      y: margin.top,
      width: x(warm) - x(0),
      height: Math.max(0, height - margin.bottom - margin.top),
    });
    set(word, { x: x(0), y: margin.top });
    word.textContent = drawn.warmup;
  }

  const heights = apart(
    lines.map(({ mean }) => y(mean)),
    labelGap,
    0.65 * em,
  );
  LANES.forEach((lane, i) => {
    const laneLine = lines[i];
    const [path, end] = [part(`.line-${lane}`), part(`.end-${lane}`)];
    if (!path || !end) return;
    const at = laneLine?.points.map((point) => `${x(point.ns / 1e6).toFixed(2)},${y(point.value).toFixed(2)}`) ?? [];
    set(path, { d: at.length > 0 ? `M${at.join('L')}` : null });
    set(end, { x: width - margin.right + 5, y: heights[i] ?? 0 });
    end.textContent = laneLine && laneLine.points.length > 1 ? `${lane.toUpperCase()} ${laneLine.text}` : '';
  });
}
