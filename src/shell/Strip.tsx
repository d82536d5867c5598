/** The throughput of both lanes, always live, and what it says. */
import { useMemo } from 'react';
import { experimentOf } from '../rooms/charts/chart';
import { Throughput } from '../rooms/charts/Throughput';
import { useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { useT } from '../words';
import './strip.css';

export function Strip() {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const document = useScenario((state) => state.document);
  const experiment = useMemo(() => experimentOf(document), [document]);
  return (
    <section className="strip" aria-label={t('strip.label')}>
      <Throughput feeds={feeds} experiment={experiment} />
    </section>
  );
}
