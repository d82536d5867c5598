/** The displayed name of a parameter of a sweep or a search. */
import { COSTS } from '../../scenario/generated/costs';
import type { Scenario } from '../../scenario/generated/types';
import { costName } from '../../words/costs';
import { fieldIn, fieldName } from '../../words/fields';
import { type RuleKey, t } from '../../words/rules';
import { unitWord } from '../../words/units';
import type { useWords } from './words';

export function parameterName(field: string, document: Scenario, words: ReturnType<typeof useWords>): string {
  if (field === 'cpus') return words('parameter.cpus');
  const [, rule] = /^rules\.(.*)$/.exec(field) ?? [];
  if (rule) return words('parameter.of', { name: t(`rule.${rule}` as RuleKey), key: rule });
  const [, policy, knob] = /^policies\[(\d)\]\.knobs\.(\w+)$/.exec(field) ?? [];
  if (knob) return words('parameter.of', { name: knob, key: document.policies?.[Number(policy)]?.name ?? '' });
  const cost = COSTS.find(({ key }) => field === `costs.${key}`);
  if (!cost) return fieldName(fieldIn(document, field));
  return words('parameter.cost', { name: costName(cost), key: cost.key, unit: unitWord(cost.unit) });
}
