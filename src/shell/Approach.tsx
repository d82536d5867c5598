import { useRun } from '../state/run';
import { useT } from '../words';
import { duration } from '../words/format';
import './approach.css';

/** Shows the progress of a seek that takes long enough to notice. */
export function Approach() {
  const t = useT();
  const way = useRun((run) => run.approach);
  if (way === null) return null;
  const label = t('state.approaching', { time: duration(way.ns) });
  return (
    <div className="approach" role="status">
      <span>{label}</span>
      <progress value={way.share} aria-label={label} />
    </div>
  );
}
