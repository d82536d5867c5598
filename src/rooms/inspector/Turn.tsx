/** Whose turn it is on a CPU: its queue as a line, and a sentence that says who is next and why. */
import { useState } from 'react';
import type { QueueInspection } from '../../scenario/generated/types';
import { ROLES } from '../../scenario/generated/vocab';
import { lineOf, settledWith, unsettled } from '../../signs/line';
import { NumberLine } from '../../signs/NumberLine';
import { roleShape } from '../../signs/palette';
import type { MessageKey } from '../../words';
import { useT } from '../../words/inspector';
import { turnOf } from '../../words/turn';

/** Two numbers per task: index of its role, and its communication group. */
const NUMBERS = 2;

export function Turn({ of, tasks }: { of: QueueInspection; tasks: Uint16Array }) {
  const t = useT();
  const [known, know] = useState({ tasks, settled: unsettled(tasks.length / NUMBERS) });
  // Another run has other tasks.
  const settled = settledWith(known.tasks === tasks ? known.settled : unsettled(tasks.length / NUMBERS), of);
  if (known.tasks !== tasks || settled !== known.settled) know({ tasks, settled });

  const drawn = (task: number) => {
    const role = ROLES[tasks[task * NUMBERS] ?? 0] ?? '';
    const name = t('line.name', { role: t(`machine.role.${role}` as MessageKey), task });
    return { shape: roleShape(role), group: tasks[task * NUMBERS + 1] ?? 0, name };
  };
  const turn = turnOf(of, (task) => drawn(task).name);
  const why = turn ? t(turn.key, turn.params) : t('queue.empty');
  const { scheduler } = of;
  return (
    <section className="inspector-block">
      <p className="turn-why">{why}</p>
      <NumberLine
        line={lineOf(of, settled)}
        drawn={drawn}
        label={why}
        middle={scheduler === 'eevdf' ? t('line.V') : scheduler === 'cfs' ? 'min_vruntime' : ''}
        left={t(`line.${scheduler}.left`)}
        right={t(`line.${scheduler}.right`)}
        unit={t('line.unit')}
        gone={t('line.gone')}
        delayed={t('line.delayed')}
      />
    </section>
  );
}
