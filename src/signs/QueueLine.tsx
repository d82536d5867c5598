/**
 * A run queue of any scheduler as a number line with the tasks' names. The scale stays while the same run continues.
 */
import { useState } from 'react';
import type { QueuedTask, QueueInspection } from '../scenario/generated/types';
import { ROLES } from '../scenario/generated/vocab';
import type { MessageKey } from '../words';
import { useT } from '../words/queue';
import { lineOf, settledWith, unsettled } from './line';
import { type Drawn, NumberLine, type NumberLineProps } from './NumberLine';
import { roleShape } from './palette';

/** Two numbers per task: index of its role, and its communication group. */
const NUMBERS = 2;

/** Returns, for the tasks of a run, a function from the number of a task to its shape, group and name. */
export function useDrawing(): (tasks: Uint16Array) => (task: number) => Drawn {
  const t = useT();
  return (tasks) => (task) => {
    const role = ROLES[tasks[task * NUMBERS] ?? 0] ?? '';
    const name = t('line.name', { role: t(`machine.role.${role}` as MessageKey), task });
    return { shape: roleShape(role), group: tasks[task * NUMBERS + 1] ?? 0, name };
  };
}

export const useDrawn = (tasks: Uint16Array): ((task: number) => Drawn) => useDrawing()(tasks);

type Queue = Pick<QueueInspection, 'scheduler' | 'tasks' | 'next'>;

interface QueueLineOptions {
  /** The label of a task's row; left out: what `lineOf` gives. */
  readonly said?: (task: QueuedTask) => string;
  /** The line reaches at least so far from its middle (ns). */
  readonly leastNs?: number;
}

/** What a number line needs to draw a queue. */
export function useQueueLine(
  of: Queue,
  tasks: Uint16Array,
  { said, leastNs = 0 }: QueueLineOptions = {},
): NumberLineProps {
  const t = useT();
  const drawn = useDrawn(tasks);
  const { scheduler } = of;
  const [known, know] = useState({ tasks, scheduler, settled: unsettled(tasks.length / NUMBERS) });
  // Another run has other tasks.
  const isSame = known.tasks === tasks && known.scheduler === scheduler;
  const settled = settledWith(isSame ? known.settled : unsettled(tasks.length / NUMBERS), of, leastNs);
  if (!isSame || settled !== known.settled) know({ tasks, scheduler, settled });
  const line = lineOf(of, settled);
  const rows = line.rows.map((stand) => {
    const task = said && of.tasks.find((one) => one.task === stand.task);
    return task && stand.said === '' ? { ...stand, said: said(task) } : stand;
  });
  return {
    line: { ...line, rows },
    drawn,
    middle: scheduler === 'eevdf' ? t('line.V') : scheduler === 'cfs' ? 'min_vruntime' : '',
    left: t(`line.${scheduler}.left`),
    right: t(`line.${scheduler}.right`),
    unit: t('line.unit'),
    gone: t('line.gone'),
    delayed: t('line.delayed'),
  };
}

interface QueueLineProps {
  readonly of: Queue;
  readonly tasks: Uint16Array;
  /** A description of the whole line. */
  readonly label: string;
}

export const QueueLine = ({ of, tasks, label }: QueueLineProps) => (
  <NumberLine {...useQueueLine(of, tasks)} label={label} />
);
