/** The value of a rule in words. */
import type { Rule } from '../../scenario/generated/rules';
import type { KernelId } from '../../scenario/generated/types';
import type { RuleValue } from '../../scenario/rules';
import { count } from '../../words/format';
import { type RuleKey, useT } from '../../words/rules';

/** The value of a rule that the kernel's scheduler lacks. */
export const NONE = '–';

export function inWords(value: RuleValue, t: ReturnType<typeof useT>): string {
  if (typeof value === 'boolean') return t(value ? 'rules.on' : 'rules.off');
  return typeof value === 'number' ? count(value) : t(`rule.value.${value}` as RuleKey);
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
