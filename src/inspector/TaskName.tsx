import { type MessageKey, useT } from '../i18n';
import { ROLES } from '../scenario/generated/vocab';
import { groupHue } from '../ui/palette';

/** A task by its number, role and communication group, with the colour of that group. */
export function TaskName({ task, tasks }: { task: number; tasks: Uint16Array }) {
  const t = useT();
  const group = tasks[task * 2 + 1] ?? 0;
  const role = t(`machine.role.${ROLES[tasks[task * 2] ?? 0]}` as MessageKey);
  return (
    <span className="task-name">
      <i aria-hidden="true" style={{ background: `var(--group-${groupHue(group)})` }} />
      <b>{task}</b> <small>{t('inspector.role', { role, group })}</small>
    </span>
  );
}
