/**
 * A run queue of any scheduler as a number line with the tasks' names. The scale stays while the same run continues.
 */
import { useState } from 'react';
import type { QueueInspection } from '../scenario/generated/types';
import { ROLES } from '../scenario/generated/vocab';
import type { MessageKey } from '../words';
import { useT } from '../words/queue';
import { lineOf, settledWith, unsettled } from './line';
import { type Drawn, NumberLine } from './NumberLine';
import { roleShape } from './palette';

/** Two numbers per task: index of its role, and its communication group. */
const NUMBERS = 2;

/** Returns shape, group and name of a task by its number. */
export function useDrawn(tasks: Uint16Array): (task: number) => Drawn {
  const t = useT();
  return (task) => {
    const role = ROLES[tasks[task * NUMBERS] ?? 0] ?? '';
    const name = t('line.name', { role: t(`machine.role.${role}` as MessageKey), task });
    return { shape: roleShape(role), group: tasks[task * NUMBERS + 1] ?? 0, name };
  };
}

interface QueueLineProps {
  readonly of: Pick<QueueInspection, 'scheduler' | 'tasks' | 'next'>;
  readonly tasks: Uint16Array;
  /** A description of the whole line. */
  readonly label: string;
}

export function QueueLine({ of, tasks, label }: QueueLineProps) {
  const t = useT();
  const drawn = useDrawn(tasks);
  const { scheduler } = of;
  const [known, know] = useState({ tasks, scheduler, settled: unsettled(tasks.length / NUMBERS) });
  // Another run has other tasks.
  const isSame = known.tasks === tasks && known.scheduler === scheduler;
  const settled = settledWith(isSame ? known.settled : unsettled(tasks.length / NUMBERS), of);
  if (!isSame || settled !== known.settled) know({ tasks, scheduler, settled });
  return (
    <NumberLine
      line={lineOf(of, settled)}
      drawn={drawn}
      label={label}
      middle={scheduler === 'eevdf' ? t('line.V') : scheduler === 'cfs' ? 'min_vruntime' : ''}
      left={t(`line.${scheduler}.left`)}
      right={t(`line.${scheduler}.right`)}
      unit={t('line.unit')}
      gone={t('line.gone')}
      delayed={t('line.delayed')}
    />
  );
}
