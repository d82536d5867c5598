import { useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import { throughput } from '../../engine/wire/series';
import { actions } from '../../page/actions';
import type { Table } from '../../ui/table';
import { useT } from '../../words';
import { difference, inPercent, rate } from '../../words/compare';
import { compact, letter, significant } from '../../words/format';
import type { ChartProps, Experiment } from './chart';
import { type LaneLine, Lines } from './Lines';
import { linesTable } from './tables';
import { useChart } from './useChart';
import './throughput.css';

const line = ({ series, frame }: ChartFeed): LaneLine => {
  const mean = frame ? rate(frame) / 1e3 : 0;
  return { points: throughput(series), mean, text: compact(mean) };
};

/** Messages (or jobs) per millisecond of both lanes, and their difference: of one seed, so in small type. */
export function Throughput({ feeds, experiment: { workUnit, seed, warmupMs } }: ChartProps) {
  const t = useT();
  const verdict = useChart(
    feeds,
    useCallback(
      (element: HTMLParagraphElement) => {
        const [a, b] = feeds;
        const { key, params, better } = difference(a?.frame ?? null, b?.frame ?? null, workUnit);
        const rates = feeds.map(({ frame }) => (frame ? rate(frame) : 0));
        const [first = 0, other = 0] = rates;
        const gain = other / first - 1;
        const said =
          better && key !== 'difference.sooner'
            ? `B ${gain < 0 ? '−' : '+'}${inPercent(Math.abs(gain))}\u00a0%`
            : t(key, params);
        element.textContent = t('charts.seed', { seed, said });
        element.title = rates.map((value, i) => `${letter(i)} ${significant(value)}/s`).join('  ');
      },
      [feeds, workUnit, seed, t],
    ),
  );
  return (
    <>
      <Lines label={t('chart.throughput')} feeds={feeds} of={line} warmupMs={warmupMs} />
      <footer>
        {feeds.length > 1 && <p ref={verdict} className="throughput-said unit" />}
        <button
          type="button"
          className="button many"
          onClick={actions.many.perform}
          aria-keyshortcuts={actions.many.key}
          title={t('action.many.note')}
        >
          {t('action.many')}
        </button>
      </footer>
    </>
  );
}

export const throughputTable = (feeds: readonly ChartFeed[], { workUnit }: Experiment): Table =>
  linesTable(
    feeds.map(({ series }) => throughput(series)),
    workUnit,
    '1/ms',
  );
