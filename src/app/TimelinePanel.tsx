import { useMemo } from 'react';
import { timelineWindowNs } from '../engine/pace';
import { useT } from '../i18n';
import { useRun } from '../state/run';
import { useView } from '../state/view';

export function TimelinePanel() {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const pace = useRun((run) => run.pace);
  const speed = useRun((run) => run.speed);
  const lane = useView((view) => view.lane);
  const windowNs = useMemo(() => timelineWindowNs(pace, speed), [pace, speed]);
  return (
    <section className="panel timeline-panel" aria-label={t('panels.timeline')}>
      <p>
        {feeds.length} {lane} {windowNs}
      </p>
    </section>
  );
}
