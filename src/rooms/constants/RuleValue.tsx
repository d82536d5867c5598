/** The value of a rule in words. */
import type { Rule } from '../../scenario/generated/rules';
import type { KernelId } from '../../scenario/generated/types';
import { kernelsWith, type RuleValue } from '../../scenario/rules';
import { count } from '../../words/format';
import { type RuleKey, useT } from '../../words/rules';

/** The value of a rule that the kernel's scheduler lacks. */
export const NONE = '–';

export function inWords(value: RuleValue, t: ReturnType<typeof useT>): string {
  if (typeof value === 'boolean') return t(value ? 'rules.on' : 'rules.off');
  return typeof value === 'number' ? count(value) : t(`rule.value.${value}` as RuleKey);
}

/** A value that can be chosen, with the kernels that have it. */
export function choiceInWords(rule: Rule, value: RuleValue, t: ReturnType<typeof useT>): string {
  const said = inWords(value, t);
  if (typeof value === 'boolean') return said;
  const runs = kernelsWith(rule, value).map(([first, last]) => (first === last ? first : `${first}–${last}`));
  return t('rules.choice', { said, kernels: runs.join(t('lane.list')) || t('rules.noKernel') });
}

export const isRange = (values: Rule['values']): values is Exclude<Rule['values'], string | readonly string[]> =>
  typeof values === 'object' && 'min' in values;

/** The value of a kernel. */
export function Value({ rule: { on, values }, kernel }: { rule: Rule; kernel: KernelId }) {
  const t = useT();
  return (
    <>
      {inWords(on[kernel], t)} {isRange(values) && <span className="unit">{values.unit}</span>}
    </>
  );
}
