import { useMemo } from 'react';
import { drawnAs, timelineWindowNs } from '../engine/pace';
import { useT } from '../i18n';
import { useRun } from '../state/run';
import { LANE_KEYS, look, useView } from '../state/view';
import { STACK_CPUS } from '../timeline/rows';
import { Timeline } from '../timeline/Timeline';
import { Segmented } from '../ui/Segmented';

export function TimelinePanel() {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const playing = useRun((run) => run.playing);
  const pace = useRun((run) => run.pace);
  const speed = useRun((run) => run.speed);
  const focus = useView((view) => view.lane);
  const lanes = useMemo(() => feeds.map((feed, i) => ({ lane: LANE_KEYS[i] ?? ('a' as const), feed })), [feeds]);
  const choose = feeds.length > 1 && (feeds[0]?.machine.cpus ?? 0) > STACK_CPUS;
  return (
    <section className="panel timeline-panel" aria-label={t('panels.timeline')}>
      <header className="timeline-head">
        <h2>{t('panels.timeline')}</h2>
        {choose && (
          <Segmented
            label={t('panels.timeline')}
            value={focus}
            options={LANE_KEYS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(lane) => look({ lane })}
          />
        )}
      </header>
      {lanes.length > 0 && (
        <Timeline
          lanes={lanes}
          focus={focus}
          playing={playing}
          pace={drawnAs(pace, speed)}
          windowNs={timelineWindowNs(pace, speed)}
        />
      )}
    </section>
  );
}
