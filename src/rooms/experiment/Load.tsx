/** Buttons for the load, with the resulting numbers of tasks and CPUs. */
import { useDrag } from '../../page/useDrag';
import { usableCpus, WORKLOAD_FACTS } from '../../scenario/catalog';
import { rangeIn } from '../../scenario/check';
import { withWorkload } from '../../scenario/groups';
import { fullLoad, loadOf, withLoad } from '../../scenario/workload';
import { useScenario } from '../../state/scenario';
import { useTaskCount } from '../../state/taskCount';
import { part } from '../../ui/part';
import { useT } from '../../words';
import { count } from '../../words/format';
import './load.css';

export function Load() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const { workload } = scenario;
  const tasks = useTaskCount();
  const { change, begins } = useDrag();
  // Its two threads are all there is.
  if (workload.kind === 'sharing') return null;
  const load = loadOf(workload);
  const range = rangeIn(scenario, `workload.${WORKLOAD_FACTS[workload.kind].load}`);
  const most = Math.max(Math.min(fullLoad(scenario), range.max), load);
  const counted = (what: 'task' | 'cpu', n: number) =>
    t(n === 1 ? `field.load.${what}.one` : `field.load.${what}`, { count: count(n) });
  return (
    <div className="load">
      <span className="load-name" aria-hidden="true">
        {t('field.load')}
      </span>
      <input
        type="range"
        aria-label={t('field.load')}
        min={1}
        max={most}
        value={load}
        style={part(load - 1, most - 1)}
        {...begins}
        onChange={({ target }) =>
          change((document) => withWorkload(document, withLoad(document.workload, Number(target.value))))
        }
      />
      <span className="load-tasks">
        {t('field.load.tasks', {
          tasks: counted('task', tasks),
          cpus: counted('cpu', usableCpus(scenario)),
        })}
      </span>
    </div>
  );
}
