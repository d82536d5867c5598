/** A step in words: the same for the list and for those who hear it. */
import type { Step } from '../../engine/wire/records';
import { writeCpuList } from '../../scenario/cpuList';
import { FUNC_NAMES } from '../../scenario/generated/funcNames';
import type { KernelId } from '../../scenario/generated/types';
import type { Func } from '../../scenario/generated/vocab';
import { duration } from '../../words/format';
import { isGroup, numberOf } from '../../words/sentences';
import type { t as translate } from '../../words/steps';
import type { decisionWord } from './words';

export interface Told {
  readonly func: string;
  readonly subject: string;
  readonly answer: string;
  /** Empty where the answer has no number. */
  readonly value: string;
  readonly cost: string;
}

/** What a kernel calls a function. */
export const nameOf = (func: Func, kernel: KernelId): string => FUNC_NAMES[kernel]?.[func] ?? func;

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
    func: nameOf(step.func, kernel),
    subject: group
      ? word('group', { cpus: writeCpuList(group) })
      : word(isGroup(step) ? 'node' : 'cpu', { cpu: step.cpu }),
    answer: t(`answer.${step.answer}`),
    value: value ? t(value.key, value.params) : '',
    cost: duration(step.costNs),
  };
}
