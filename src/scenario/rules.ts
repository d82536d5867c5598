/** The kernel's rules: a lane may have others than its kernel. */
import { isOf } from './catalog';
import { RULES, type Rule } from './generated/rules';
import type { Lane, RuleOverrides, Scenario } from './generated/types';
import { PRESETS, type PresetId } from './presets';

export type RuleValue = boolean | number | string;

/** The rules of a scenario's kernel family. */
export const rulesOf = ({ kernel }: Pick<Scenario, 'kernel'>): readonly Rule[] =>
  RULES.filter(({ family }) => isOf(family, kernel));

/** What a lane goes by: its own value, or the kernel's. */
export const ruleIn = (
  { lanes, kernel }: Pick<Scenario, 'lanes' | 'kernel'>,
  lane: number,
  { key, on }: Rule,
): RuleValue => lanes[lane]?.rules?.[key] ?? on[kernel];

export interface RuleChange {
  readonly lane: number;
  readonly rule: Rule;
  readonly value: RuleValue;
  /** What the experiment has before anyone changes it. */
  readonly own: RuleValue;
}

/** The rules that differ from the experiment's own, lane by lane. */
export function ruleChanges(scenario: Scenario, preset: PresetId): RuleChange[] {
  const before = { lanes: PRESETS[preset].lanes, kernel: scenario.kernel };
  return scenario.lanes.flatMap((_, lane) =>
    rulesOf(scenario).flatMap((rule): RuleChange[] => {
      const [value, own] = [ruleIn(scenario, lane, rule), ruleIn(before, lane, rule)];
      return value === own ? [] : [{ lane, rule, value, own }];
    }),
  );
}

/** The document with a rule of a lane at another value. */
export function withRule(document: Scenario, lane: number, { key, on }: Rule, value: RuleValue): Scenario {
  const lanes = document.lanes.map((one, i): Lane => {
    if (i !== lane) return one;
    const { rules = {}, ...rest } = one;
    const { [key]: _, ...others } = rules;
    const next = (value === on[document.kernel] ? others : { ...others, [key]: value }) as RuleOverrides;
    return Object.keys(next).length > 0 ? { ...rest, rules: next } : rest;
  });
  return { ...document, lanes };
}

/** The rules that some lane has another way than the kernel. */
export const overridden = (scenario: Scenario): readonly Rule[] =>
  rulesOf(scenario).filter(({ key }) => scenario.lanes.some(({ rules }) => rules?.[key] !== undefined));

/** The document with all rules as the kernel's. */
export const withoutRules = (document: Scenario): Scenario => ({
  ...document,
  lanes: document.lanes.map(({ rules: _, ...lane }) => lane),
});
