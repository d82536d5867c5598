/** A step in words: the same for the list and for those who hear it. */
import type { Step } from '../engine/records';
import type { t as translate } from '../i18n';
import type { lensWord } from '../i18n/lens';
import { duration } from '../ui/format';
import { numberOf } from '../ui/sentences';
import { subjectOf } from './marks';

export interface Told {
  readonly func: string;
  readonly subject: string;
  readonly answer: string;
  /** Empty where the answer has no number. */
  readonly value: string;
  readonly cost: string;
}

export function tell(step: Step, t: typeof translate, word: typeof lensWord): Told {
  const value = numberOf(step);
  return {
    func: step.func,
    subject: word(subjectOf(step), { cpu: step.cpu }),
    answer: t(`answer.${step.answer}`),
    value: value ? t(value.key, value.params) : '',
    cost: duration(step.costNs),
  };
}
