/** The dispatch queues of the lanes that a policy schedules, under the lanes. */
import { ROLES } from '../../scenario/generated/vocab';
import { groupHue, roleShape } from '../../signs/palette';
import { shapePath } from '../../signs/shapes';
import { useRun } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { LANE_KEYS, look, useView } from '../../state/view';
import { Ejected } from './Ejected';
import { queueName } from './queueName';
import { useInspected } from './useInspected';
import { usePolicyWords, policyWord as word } from './words';
import './queues.css';

/** The most queues and tasks that are drawn; more are counted. */
const MOST_QUEUES = 6;
const MOST_TASKS = 10;

/** Queues of the class; the local ones are drawn on the CPUs. */
const isLocal = (name: string): boolean => name.startsWith('SCX_DSQ_LOCAL');

export default function Queues() {
  usePolicyWords();
  const lanes = useScenario(({ document }) => document.lanes);
  return (
    <div className="dsqs" data-lanes={lanes.length}>
      {lanes.map(({ policy }, lane) => (
        <div key={LANE_KEYS[lane]}>{policy !== undefined && <OfLane lane={lane} policy={policy} />}</div>
      ))}
    </div>
  );
}

function OfLane({ lane, policy }: { readonly lane: number; readonly policy: string }) {
  const inspected = useInspected(lane);
  const tasks = useRun((run) => run.feeds[lane]?.tasks);
  const coding = useView((view) => view.coding);
  if (!inspected || !tasks) return null;
  const { exit } = inspected;
  // The editor says why, with the source.
  if (exit && !coding && inspected.ns >= exit.at_ns)
    return <Ejected exit={exit} ns={inspected.ns} onLine={(line) => look({ coding: true, codeLine: line })} />;
  // The fair class has no dispatch queues.
  if (!inspected.of.loaded) return null;
  const all = inspected.of.queues.filter(({ name }) => !isLocal(name));
  // With more queues than fit, those that hold tasks.
  const queues = all.length > MOST_QUEUES ? all.filter(({ tasks }) => tasks.length > 0) : all;
  const shown = queues.slice(0, MOST_QUEUES);
  const starved = exit?.task ?? null;
  return (
    <section className="dsqs-lane" aria-label={word('queues.of', { policy })}>
      <h3>{word('queues')}</h3>
      {shown.map((queue) => (
        <div key={queue.name} className="dsq">
          <span>{queueName(queue.name)}</span>
          <svg viewBox={`0 0 ${MOST_TASKS * 20 + 8} 23`} preserveAspectRatio="xMaxYMid meet" aria-hidden="true">
            <rect className="dsq-track" x="0.5" y="0.5" width={MOST_TASKS * 20 + 7} height="22" rx="4" />
            {queue.tasks.slice(0, MOST_TASKS).map((task, i) => (
              <path
                key={task}
                className="dsq-task"
                data-starved={task === starved || undefined}
                d={shapePath(roleShape(ROLES[tasks[task * 2] ?? 0] ?? ''), 7.5)}
                transform={`translate(${MOST_TASKS * 20 - 6 - i * 20} 11.5)`}
                style={{ fill: `var(--group-${groupHue(tasks[task * 2 + 1] ?? 0)})` }}
              />
            ))}
          </svg>
          <b>{queue.tasks.length === 0 ? word('queue.empty') : word('queue.wait', { count: queue.tasks.length })}</b>
        </div>
      ))}
      {queues.length === 0 && <p>{word('queues.none')}</p>}
      {queues.length > shown.length && <p>{word('queues.more', { count: queues.length - shown.length })}</p>}
    </section>
  );
}
