/** Chinese of the kinds of decisions. */
import type { decisionsEn } from './decisions.en';

export const decisionsZh: Readonly<Record<keyof typeof decisionsEn, string>> = {
  'decision.task': '任务 {task}',
  'decided.wake': '唤醒',
  'decided.fork': 'fork',
  'decided.exec': 'exec',
  'decided.newidle': '新空闲',
  'decided.periodic': '周期',
  'decided.push': '推送',
  'decided.steal': '窃取',
  'decided.o1_balance': 'load_balance',
  'decided.pick': '挑选',
};
