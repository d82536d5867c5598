/** Limits of containers, as control groups that the open experiment can take over. */
import type { Limits as Read } from '../../engine/own';
import { hasLaneOf } from '../../scenario/catalog';
import type { MachineChoice } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { useScenario } from '../../state/scenario';
import { Choice } from '../../ui/Choice';
import { count } from '../../words/format';
import { machineName } from '../../words/machines';
import { saidInWords } from './said';
import { beyond } from './takenOver';
import { ownWords as w } from './words';

interface LimitsProps {
  readonly limits: Read;
  /** The machine that the groups will be on. */
  readonly machine: MachineChoice;
  /** Whether weights were converted from requests or shares. */
  readonly isConverted: boolean;
  /** The group of all tasks, by its number. */
  readonly tasks: number;
  readonly onTasks: (group: number) => void;
  /** Null: the experiment on the new machine takes them over. */
  readonly onTake: (() => void) | null;
}

/** A quota with the number of CPUs that it is. */
function Quota({ quota, period }: { readonly quota: number; readonly period: number }) {
  const cpus = Number((quota / period).toFixed(2));
  return (
    <>
      <b>{w(cpus === 1 ? 'limits.cpu' : 'limits.cpus', { cpus })}</b>{' '}
      <span>{w('limits.of', { quota: String(quota / 1000), period: String(period / 1000) })}</span>
    </>
  );
}

export function Limits(props: LimitsProps) {
  const { machine, isConverted, tasks, onTasks, onTake } = props;
  const { groups, not_taken: left } = props.limits;
  const document = useScenario((state) => state.document);
  const { ids } = factsOf(machine);
  const nameOf = (number: number) => groups[number - 1]?.name || w('limits.unnamed', { number });
  const replaced = document.groups?.length ?? 0;
  // Most texts have neither.
  const hasBurst = groups.some(({ burst_us: burst }) => burst);
  const hasIdle = groups.some(({ idle }) => idle);
  return (
    <details className="own-section" open>
      <summary>{w('limits')}</summary>
      <div className="own-scroll">
        <table className="own-levels own-quotas">
          <thead>
            <tr>
              <th scope="col">{w('limits.group')}</th>
              <th scope="col">cpu.weight</th>
              <th scope="col">{w('limits.max')}</th>
              {hasBurst && <th scope="col">{w('limits.burst')}</th>}
              {hasIdle && <th scope="col">cpu.idle</th>}
              <th scope="col">cpuset.cpus</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ weight, quota_us: quota, period_us: period, burst_us: burst, idle, parent, cpus }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
              <tr key={i}>
                <th scope="row">
                  {parent ? w('limits.in', { name: nameOf(i + 1), parent: nameOf(parent) }) : nameOf(i + 1)}
                </th>
                <td>{count(weight)}</td>
                <td>{quota === 0 ? w('limits.none') : <Quota quota={quota} period={period} />}</td>
                {hasBurst && <td>{burst ? count(burst) : '–'}</td>}
                {hasIdle && <td>{idle ? '1' : '0'}</td>}
                <td>{cpus?.replaceAll('-', '–') ?? w('limits.all')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="own-not-said">
        {left.map((one) => (
          <li key={one.sentence}>{saidInWords(one)}</li>
        ))}
        {groups.map(({ cpus }, i) =>
          beyond(cpus, ids) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
            <li key={i}>{w('limits.beyond', { name: nameOf(i + 1), cpus: cpus ?? '', last: ids - 1 })}</li>
          ) : null,
        )}
        {isConverted && <li>{w('limits.converted')}</li>}
        {onTake && <li>{w('limits.on', { machine: machineName(machine) })}</li>}
        {replaced > 0 && <li>{w(replaced === 1 ? 'limits.replaces.one' : 'limits.replaces', { count: replaced })}</li>}
        {hasLaneOf('o1', document) && <li>{w('limits.o1')}</li>}
      </ul>
      <div className="own-limits">
        <Choice
          label={w('limits.tasks')}
          value={String(tasks)}
          options={[
            ...groups.map((_, i) => ({ value: String(i + 1), label: nameOf(i + 1) })),
            { value: '0', label: w('task.root') },
          ]}
          onChange={(group) => onTasks(Number(group))}
        />
        {onTake && (
          <button type="button" className="button strong" onClick={onTake}>
            {w('limits.take')}
          </button>
        )}
      </div>
    </details>
  );
}
