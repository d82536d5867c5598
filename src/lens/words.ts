/** A step in words: the same for the list and for those who hear it. */
import type { Step } from '../engine/records';
import type { t as translate } from '../i18n/inspector';
import type { lensWord } from '../i18n/lens';
import { duration } from '../ui/format';
import { cpuList } from '../ui/names';
import { isGroup, numberOf } from '../ui/sentences';

export interface Told {
  readonly func: string;
  readonly subject: string;
  readonly answer: string;
  /** Empty where the answer has no number. */
  readonly value: string;
  readonly cost: string;
}

/** `group`: the CPUs of the group that the step is about; null: it is about a node or a CPU. */
export function tell(step: Step, group: readonly number[] | null, t: typeof translate, word: typeof lensWord): Told {
  const value = numberOf(step);
  return {
    func: step.func,
    subject: group ? word('group', { cpus: cpuList(group) }) : word(isGroup(step) ? 'node' : 'cpu', { cpu: step.cpu }),
    answer: t(`answer.${step.answer}`),
    value: value ? t(value.key, value.params) : '',
    cost: duration(step.costNs),
  };
}
