import { useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import { useT } from '../../words';
import { busy, busyShare } from '../../words/compare';
import { Card } from './Card';
import { type LaneLine, Lines } from './Lines';
import { linesTable } from './tables';

export interface BusyProps {
  readonly feeds: readonly ChartFeed[];
  /** CPUs the workload may use. */
  readonly cpus: number;
  readonly warmupMs: number;
}

/** How busy the CPUs of both lanes are. */
export function Busy({ feeds, cpus, warmupMs }: BusyProps) {
  const t = useT();
  const line = useCallback(
    ({ series, frame }: ChartFeed): LaneLine => {
      const share = frame ? busyShare(frame, cpus) : 0;
      return { points: busy(series, cpus), mean: share * 100, text: `${Math.round(share * 100)} %` };
    },
    [cpus],
  );
  return (
    <Card
      title={t('counter.busy')}
      unit={t('charts.busy.unit')}
      name="busy"
      table={() =>
        linesTable(
          feeds.map(({ series }) => busy(series, cpus)),
          'busy',
          '%',
        )
      }
    >
      <Lines label={t('counter.busy')} feeds={feeds} of={line} top={100} warmupMs={warmupMs} />
    </Card>
  );
}
