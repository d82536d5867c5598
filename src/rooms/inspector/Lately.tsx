/** The latest decisions about the inspected CPU. */
import { useRun } from '../../state/run';
import { LANE_KEYS, type LaneKey } from '../../state/view';
import { useT } from '../../words/inspector';
import { Decisions } from './Decisions';
import { useInspection } from './useInspection';
import '../../ui/sheet.css';

export function Lately({ lane, cpu }: { lane: LaneKey; cpu: number }) {
  const t = useT();
  const index = LANE_KEYS.indexOf(lane);
  const feed = useRun((run) => run.feeds[index]);
  const inspection = useInspection(index, cpu);
  if (!inspection || !feed) return null;
  return (
    <section className="why-decisions" aria-label={t('inspector.label', { cpu, lane: lane.toUpperCase() })}>
      <Decisions key={`${lane}${cpu}`} records={inspection.records} cpu={cpu} ns={inspection.ns} tasks={feed.tasks} />
    </section>
  );
}
