/** The question that a decision answers. */
import { type Head, movesOf, type Step } from '../../engine/wire/records';
import type { decisionWord } from './words';

export function titleOf(head: Head, steps: readonly Step[], word: typeof decisionWord): string {
  const { kind, cpu, chosen, task } = head;
  if (kind === 'wake' || kind === 'fork' || kind === 'exec') return word('title.place', { cpu: chosen });
  if (kind === 'pick') return task === null ? word('title.idle', { cpu }) : word('title.pick', { task });
  const [move] = movesOf(head);
  if (move) return word('title.move', { cpu: move.to, task: move.task });
  return word(steps.length > 0 ? 'title.nothing' : 'title.none', { cpu });
}
