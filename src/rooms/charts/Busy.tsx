import { useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import { busy, busyShare } from '../../engine/wire/series';
import type { Table } from '../../ui/table';
import { useT } from '../../words';
import type { ChartProps, Experiment } from './chart';
import { type LaneLine, Lines } from './Lines';
import { linesTable } from './tables';

/** How busy the CPUs of both lanes are. */
export function Busy({ feeds, experiment: { cpus, warmupMs } }: ChartProps) {
  const t = useT();
  const line = useCallback(
    ({ series, frame }: ChartFeed): LaneLine => {
      const share = frame ? busyShare(frame, cpus) : 0;
      return { points: busy(series, cpus), mean: share * 100, text: `${Math.round(share * 100)} %` };
    },
    [cpus],
  );
  return <Lines label={t('chart.busy')} feeds={feeds} of={line} top={100} warmupMs={warmupMs} />;
}

export const busyTable = (feeds: readonly ChartFeed[], { cpus }: Experiment): Table =>
  linesTable(
    feeds.map(({ series }) => busy(series, cpus)),
    'busy',
    '%',
  );
