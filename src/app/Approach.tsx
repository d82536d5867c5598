import { useT } from '../i18n';
import { startNs, useRun } from '../state/run';
import { duration } from '../ui/format';

/** Says that the run is on its way to its start moment, when that takes long enough to be noticed. */
export function Approach() {
  const t = useT();
  const share = useRun((run) => run.approach);
  if (share === null) return null;
  const label = t('state.approaching', { time: duration(startNs()) });
  return (
    <div className="approach" role="status">
      <span>{label}</span>
      <progress value={share} aria-label={label} />
    </div>
  );
}
