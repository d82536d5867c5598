import { useRun } from '../state/run';
import { useT } from '../words';
import { duration } from '../words/format';
import './seek-progress.css';

/** Shows the progress of a seek that takes long enough to notice. */
export function SeekProgress() {
  const t = useT();
  const progress = useRun((run) => run.seekProgress);
  if (progress === null) return null;
  const label = t('state.approaching', { time: duration(progress.ns) });
  return (
    <div className="seek-progress" role="status">
      <span>{label}</span>
      <progress value={progress.fraction} aria-label={label} />
    </div>
  );
}
