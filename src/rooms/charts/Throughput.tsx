import { useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import { throughput } from '../../engine/wire/series';
import { actions } from '../../page/actions';
import type { Table } from '../../ui/table';
import { useT } from '../../words';
import { difference, rate } from '../../words/compare';
import { compact, significant } from '../../words/format';
import type { ChartProps, Experiment } from './chart';
import { type LaneLine, Lines } from './Lines';
import { linesTable } from './tables';
import { useChart } from './useChart';
import './throughput.css';

const line = ({ series, frame }: ChartFeed): LaneLine => {
  const mean = frame ? rate(frame) / 1e3 : 0;
  return { points: throughput(series), mean, text: compact(mean) };
};

/** Messages (or jobs) per millisecond of both lanes, and the difference in words. */
export function Throughput({ feeds, experiment: { goods, seed, warmupMs } }: ChartProps) {
  const t = useT();
  const verdict = useChart(
    feeds,
    useCallback(
      (element: HTMLParagraphElement) => {
        const [a, b] = feeds;
        const sentence = difference(a?.frame ?? null, b?.frame ?? null, goods);
        element.textContent = t(sentence.key, sentence.params);
        element.dataset.better = sentence.better ?? '';
        const rates = feeds.map(({ frame }) => (frame ? rate(frame) : 0));
        element.title = rates.map((value, i) => `${i === 0 ? 'A' : 'B'} ${significant(value)}/s`).join('  ');
      },
      [feeds, goods, t],
    ),
  );
  return (
    <>
      <Lines label={t('chart.throughput')} feeds={feeds} of={line} warmupMs={warmupMs} />
      <footer>
        {feeds.length > 1 && <p ref={verdict} className="verdict" />}
        <span className="unit">{t('charts.seed', { seed })}</span>
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

export const throughputTable = (feeds: readonly ChartFeed[], { goods }: Experiment): Table =>
  linesTable(
    feeds.map(({ series }) => throughput(series)),
    goods,
    '1/ms',
  );
