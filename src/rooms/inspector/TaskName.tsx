import { nameOf } from '../../engine/lanes/names';
import { ROLES } from '../../scenario/generated/vocab';
import { groupHue } from '../../signs/palette';
import { follow, look, useView } from '../../state/view';
import type { MessageKey } from '../../words';
import { useT } from '../../words/inspector';
import { useT as useStepT } from '../../words/steps';
import './task-name.css';

/**
 * A task by its number, and its role and communication group or its name in a recording, with the colour of that group;
 * its number follows it.
 */
export function TaskName({ task, tasks }: { task: number; tasks: Uint16Array }) {
  const t = useT();
  const step = useStepT();
  const followed = useView((view) => view.followed === task);
  const group = tasks[task * 2 + 1] ?? 0;
  const name = nameOf(tasks, task);
  const called = name ?? task;
  const role = t(`machine.role.${ROLES[tasks[task * 2] ?? 0]}` as MessageKey);
  return (
    <span className="task-name">
      <i aria-hidden="true" style={{ background: `var(--group-${groupHue(group)})` }} />
      <button
        type="button"
        className="task-follow"
        aria-pressed={followed}
        aria-label={t('inspector.follow', { task: called })}
        title={t('inspector.follow', { task: called })}
        onClick={() => follow(task)}
      >
        {task}
      </button>{' '}
      <button
        type="button"
        className="task-open"
        aria-label={step('inspector.task', { task: called })}
        title={step('inspector.task', { task: called })}
        onClick={() => look({ thing: { kind: 'task', task } })}
      >
        {name ?? t('inspector.role', { role, group })}
      </button>
    </span>
  );
}
