/** English of the kinds of decisions. */
import type { Decided } from '../scenario/generated/vocab';
import type { Including } from './including';

const words = {
  'decision.task': 'task {task}',
  'decided.wake': 'wake-up',
  'decided.fork': 'fork',
  'decided.exec': 'exec',
  'decided.newidle': 'newidle',
  'decided.periodic': 'periodic',
  'decided.push': 'push',
  'decided.steal': 'steal',
  'decided.o1_balance': 'load_balance',
  'decided.pick': 'pick',
} as const;

export const decisionsEn: Including<typeof words, `decided.${Decided}`> = words;
