/** A step in words: for the list and for screen readers. */
import type { Step } from '../../engine/wire/records';
import { writeCpuList } from '../../scenario/cpuList';
import type { KernelId } from '../../scenario/generated/types';
import { duration } from '../../words/format';
import { functionName } from '../../words/functionName';
import { isGroup, numberOf } from '../../words/sentences';
import type { t as translate } from '../../words/steps';
import type { decisionWord } from './words';

export interface Told {
  readonly func: string;
  readonly subject: string;
  readonly answer: string;
  /** Empty if the answer has no number. */
  readonly value: string;
  readonly cost: string;
}

/** `group`: the CPUs of the group that the step is about; null: it is about a node or a CPU. */
export function tell(
  step: Step,
  group: readonly number[] | null,
  kernel: KernelId,
  t: typeof translate,
  word: typeof decisionWord,
): Told {
  const value = numberOf(step);
  return {
    func: functionName(step.func, kernel),
    subject: group
      ? word('group', { cpus: writeCpuList(group) })
      : word(isGroup(step) ? 'node' : 'cpu', { cpu: step.cpu }),
    answer: t(`answer.${step.answer}`),
    value: value ? t(value.key, value.params) : '',
    cost: duration(step.costNs),
  };
}
