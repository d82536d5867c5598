import { useMemo } from 'react';
import { drawnAs, timelineWindowNs } from '../../engine/lanes/pace';
import { openLens } from '../../state/decision';
import { useDifference } from '../../state/difference';
import { markersOf } from '../../state/markers';
import { ask, furthestNs, seek, useRun } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { follow, LANE_KEYS, look, useView } from '../../state/view';
import { Segmented } from '../../ui/Segmented';
import { useT } from '../../words';
import { FirstDifference } from './FirstDifference';
import { STACK_CPUS } from './rows';
import { Timeline } from './Timeline';
import './panel.css';

export function TimelinePanel() {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const playing = useRun((run) => run.playing);
  const pace = useRun((run) => run.pace);
  const speed = useRun((run) => run.speed);
  const focus = useView((view) => view.lane);
  const followed = useView((view) => view.followed);
  const paths = useScenario(({ document }) => document.lanes);
  const forks = useScenario((state) => state.forks);
  const notes = useScenario((state) => state.notes);
  const difference = useDifference();
  const lanes = useMemo(() => {
    const markers = markersOf(paths, forks, difference, notes);
    return feeds.map((feed, i) => ({
      lane: LANE_KEYS[i] ?? ('a' as const),
      feed,
      marks: markers.filter(({ lane }) => lane === null || lane === i),
    }));
  }, [feeds, paths, forks, difference, notes]);
  const choose = feeds.length > 1 && (feeds[0]?.machine.cpus ?? 0) > STACK_CPUS;
  return (
    <section className="panel timeline-panel" aria-label={t('panels.timeline')}>
      <header className="timeline-head">
        <h2>{t('panels.timeline')}</h2>
        <FirstDifference />
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
          followed={followed}
          onFollow={follow}
          onArrival={(lane, task, ns) => void openLens(lane, { task, ns })}
          onSeek={(ns) => void seek(ns)}
          furthestNs={furthestNs}
          onRange={(lane, fromNs, toNs) => ask(LANE_KEYS.indexOf(lane), 'range', fromNs, toNs)}
        />
      )}
    </section>
  );
}
