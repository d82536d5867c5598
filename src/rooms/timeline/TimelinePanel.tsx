import { useMemo } from 'react';
import { drawnAs, timelineWindowNs } from '../../engine/lanes/pace';
import { useDifference } from '../../state/difference';
import { markersOf } from '../../state/markers';
import { ask, furthestNs, seek, useRun } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { follow, LANE_KEYS, useView } from '../../state/view';
import { useT } from '../../words';
import { Timeline } from './Timeline';
import './panel.css';

export function TimelinePanel() {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const playing = useRun((run) => run.playing);
  const pace = useRun((run) => run.pace);
  const speed = useRun((run) => run.speed);
  const pointed = useView((view) => view.selection?.cpu ?? null);
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
  return (
    <section className="panel timeline-panel" aria-label={t('panels.timeline')}>
      {lanes.length > 0 && (
        <Timeline
          lanes={lanes}
          playing={playing}
          pace={drawnAs(pace, speed)}
          windowNs={timelineWindowNs(pace, speed)}
          pointed={pointed}
          followed={followed}
          onFollow={follow}
          onWhy={({ lane, task, from }) =>
            void import('../../state/decision').then(({ openLens }) =>
              openLens(LANE_KEYS[lane] ?? 'a', { task, ns: from }),
            )
          }
          onSeek={(ns) => void seek(ns)}
          furthestNs={furthestNs}
          onRange={(lane, fromNs, toNs) => ask(LANE_KEYS.indexOf(lane), 'range', fromNs, toNs)}
          onDecision={async (lane, task, ns) => (await ask(lane, 'decision', { task, ns }))?.record ?? null}
        />
      )}
    </section>
  );
}
