/** A notice while the run shows nothing but tasks that start. */
import { seek } from '../state/run';
import { useFirstWork } from '../state/starting';
import { useTaskCount } from '../state/taskCount';
import { useView } from '../state/view';
import { useT } from '../words';
import { moment } from '../words/format';

export function Starting() {
  const t = useT();
  const ns = useFirstWork();
  const tasks = useTaskCount();
  const telling = useView((view) => view.act !== null);
  if (ns === null || telling) return null;
  return (
    <div className="notice" role="status">
      <p>{t(tasks === 1 ? 'notice.starting.one' : 'notice.starting', { n: tasks, time: moment(ns) })}</p>
      <button type="button" className="button strong" onClick={() => void seek(ns)}>
        {t('notice.starting.go')}
      </button>
    </div>
  );
}
