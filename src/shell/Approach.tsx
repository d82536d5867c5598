import { useRun } from '../state/run';
import { useT } from '../words';
import { duration } from '../words/format';
import './approach.css';

/** Says that the run is on its way to a moment, when that takes long enough to be noticed. */
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
