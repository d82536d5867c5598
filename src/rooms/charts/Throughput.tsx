import { type ReactNode, useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import type { Goods } from '../../scenario/generated/vocab';
import { useT } from '../../words';
import { difference, rate, throughput } from '../../words/compare';
import { compact, significant } from '../../words/format';
import { Card } from './Card';
import { type LaneLine, Lines } from './Lines';
import { linesTable } from './tables';
import { useChart } from './useChart';

export interface ThroughputProps {
  readonly feeds: readonly ChartFeed[];
  readonly goods: Goods;
  readonly seed: number;
  readonly warmupMs: number;
  /** Beside the one seed. */
  readonly children?: ReactNode;
}

const line = ({ series, frame }: ChartFeed): LaneLine => {
  const mean = frame ? rate(frame) / 1e3 : 0;
  return { points: throughput(series), mean, text: compact(mean) };
};

/** Messages (or jobs) per millisecond of both lanes, and the difference in words. */
export function Throughput({ feeds, goods, seed, warmupMs, children }: ThroughputProps) {
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
    <Card
      title={t('charts.throughput')}
      unit={t(`charts.unit.${goods}`)}
      name="throughput"
      table={() =>
        linesTable(
          feeds.map(({ series }) => throughput(series)),
          goods,
          '1/ms',
        )
      }
    >
      <Lines label={t('charts.throughput')} feeds={feeds} of={line} warmupMs={warmupMs} />
      <footer>
        {feeds.length > 1 && <p ref={verdict} className="verdict" />}
        <span className="unit">{t('charts.seed', { seed })}</span>
        {children}
      </footer>
    </Card>
  );
}
