/** Limits of containers, as control groups that the open experiment can take over. */
import { useState } from 'react';
import type { Limits as Read } from '../../engine/own';
import { hasLaneOf } from '../../scenario/catalog';
import type { MachineChoice, Scenario } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { useScenario } from '../../state/scenario';
import { Choice } from '../../ui/Choice';
import { count } from '../../words/format';
import { saidInWords } from './said';
import { beyond, innermost, takenOver } from './takenOver';
import { ownWords as w } from './words';

interface LimitsProps {
  readonly limits: Read;
  /** The machine that the groups will be on. */
  readonly machine: MachineChoice;
  readonly onTake: (change: (document: Scenario) => Scenario) => void;
}

export function Limits({ limits: { groups, not_taken: left }, machine, onTake }: LimitsProps) {
  const document = useScenario((state) => state.document);
  const [chosen, setChosen] = useState<string | null>(null);
  const { ids } = factsOf(machine);
  const nameOf = (number: number) => groups[number - 1]?.name || w('limits.unnamed', { number });
  const tasks = Number(chosen ?? innermost(groups));
  const replaced = document.groups?.length ?? 0;
  return (
    <details className="own-section" open>
      <summary>{w('limits')}</summary>
      <div className="own-scroll">
        <table className="own-levels own-costs">
          <thead>
            <tr>
              <th scope="col">{w('limits.group')}</th>
              <th scope="col">cpu.weight</th>
              <th scope="col">{w('limits.max')}</th>
              <th scope="col">{w('limits.burst')}</th>
              <th scope="col">cpu.idle</th>
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
                <td>{quota === 0 ? 'max' : w('limits.of', { quota: count(quota), period: count(period) })}</td>
                <td>{burst ? count(burst) : '–'}</td>
                <td>{idle ? '1' : '0'}</td>
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
          onChange={setChosen}
        />
        <button
          type="button"
          className="button strong"
          onClick={() => onTake((before) => takenOver(before, groups, tasks, ids))}
        >
          {w('limits.take')}
        </button>
      </div>
    </details>
  );
}
