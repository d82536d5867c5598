/** The rules of the kernels. A lane can override rules of its kernel. */
import { hasLaneOf, isOf, kernelOf } from './catalog';
import { RULES, type Rule } from './generated/rules';
import type { KernelId, Lane, RuleOverrides, Scenario } from './generated/types';
import { PRESETS, type PresetId } from './presets';

export type RuleValue = boolean | number | string;

/** The rules of the families of a scenario's kernels. */
export const rulesOf = (scenario: Pick<Scenario, 'lanes' | 'kernel'>): readonly Rule[] =>
  RULES.filter(({ family }) => hasLaneOf(family, scenario));

/** The rule in effect in a lane: its value, or the value of the kernel. */
export const ruleIn = (scenario: Pick<Scenario, 'lanes' | 'kernel'>, lane: number, { key, on }: Rule): RuleValue =>
  scenario.lanes[lane]?.rules?.[key] ?? on[kernelOf(scenario, scenario.lanes[lane])];

export interface RuleChange {
  readonly lane: number;
  readonly rule: Rule;
  readonly value: RuleValue;
  /** The value of the experiment before any change. */
  readonly own: RuleValue;
}

/** The rules that differ from the experiment, by lane. */
export function ruleChanges(scenario: Scenario, preset: PresetId): RuleChange[] {
  const kernels = scenario.lanes.map((lane) => kernelOf(scenario, lane));
  const lanes = PRESETS[preset].lanes.map((lane, i) => ({ ...lane, kernel: kernels[i] ?? scenario.kernel }));
  const before = { lanes, kernel: scenario.kernel };
  return scenario.lanes.flatMap((_, lane) =>
    rulesOf(scenario).flatMap((rule): RuleChange[] => {
      const [value, own] = [ruleIn(scenario, lane, rule), ruleIn(before, lane, rule)];
      return value === own ? [] : [{ lane, rule, value, own }];
    }),
  );
}

/** The document with another value of a rule in a lane. */
export function withRule(document: Scenario, lane: number, { key, on }: Rule, value: RuleValue): Scenario {
  const lanes = document.lanes.map((one, i): Lane => {
    if (i !== lane) return one;
    const { rules = {}, ...rest } = one;
    const { [key]: _, ...others } = rules;
    const next = (value === on[kernelOf(document, one)] ? others : { ...others, [key]: value }) as RuleOverrides;
    return Object.keys(next).length > 0 ? { ...rest, rules: next } : rest;
  });
  return { ...document, lanes };
}

/** The document with another kernel in a lane. */
export const withKernel = (document: Scenario, lane: number, kernel: KernelId): Scenario => ({
  ...document,
  lanes: document.lanes.map((one, i): Lane => {
    if (i !== lane) return one;
    const { kernel: _, ...rest } = one;
    return kernel === document.kernel ? rest : { ...rest, kernel };
  }),
});

/** The document with these kernels in its lanes; the last is that of the document. */
export function withKernels(document: Scenario, kernels: readonly KernelId[]): Scenario {
  const kernel = kernels.at(-1) ?? document.kernel;
  const lanes = document.lanes.map(({ kernel: _, ...lane }, i): Lane => {
    const own = kernels[i] ?? kernel;
    return own === kernel ? lane : { ...lane, kernel: own };
  });
  return { ...document, kernel, lanes };
}

/** The rules with another value in one kernel than in the other; a scheduler without the rule has none. */
export const changedRules = (a: KernelId, b: KernelId): readonly Rule[] =>
  RULES.filter((rule) => valueIn(rule, a) !== valueIn(rule, b));

/** The value of a rule in a kernel; undefined: its scheduler has no such rule. */
export const valueIn = ({ family, on }: Rule, kernel: KernelId): RuleValue | undefined =>
  isOf(family, kernel) ? on[kernel] : undefined;

/** The kernels of the table with a value of a rule, as runs of neighbours: the first and the last of each. */
export function kernelsWith(rule: Rule, value: RuleValue): readonly (readonly [KernelId, KernelId])[] {
  const all = Object.keys(rule.on) as KernelId[];
  const has = (kernel: KernelId | undefined) => kernel !== undefined && valueIn(rule, kernel) === value;
  const firsts = all.filter((kernel, i) => has(kernel) && !has(all[i - 1]));
  const lasts = all.filter((kernel, i) => has(kernel) && !has(all[i + 1]));
  return firsts.map((first, i) => [first, lasts[i] ?? first]);
}

/** The rules that some lane overrides. */
export const overridden = (scenario: Scenario): readonly Rule[] =>
  rulesOf(scenario).filter(({ key }) => scenario.lanes.some(({ rules }) => rules?.[key] !== undefined));

/** The document without overridden rules. */
export const withoutRules = (document: Scenario): Scenario => ({
  ...document,
  lanes: document.lanes.map(({ rules: _, ...lane }) => lane),
});
