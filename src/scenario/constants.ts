/** Every constant of the model that a person can change, in sections: with its evidence, what it would be, and what it is. */
import { KERNELS } from './catalog';
import { type Range, rangeIn } from './check';
import { COSTS } from './generated/costs';
import { LIMITS } from './generated/limits';
import { RULES, type Rule } from './generated/rules';
import type { Evidence, Lane, RuleOverrides, Scenario } from './generated/types';
import { PRESETS, type PresetId } from './presets';
import { TUNABLE_SOURCE, tunableDefault, tunablesOf } from './tunables';

export const SECTIONS = ['costs', 'tunables'] as const;
/** The part of the document that holds what was changed of a section. */
export type Section = (typeof SECTIONS)[number];

export interface Constant {
  readonly section: Section;
  readonly key: string;
  readonly unit: string;
  readonly range: Range;
  /** What the machine or the kernel has, and how that is known. */
  readonly evidence: Evidence;
  /** What the experiment has before anyone changes it. */
  readonly own: number;
  /** What is in force. */
  readonly value: number;
}

export const isChanged = ({ own, value }: Constant): boolean => value !== own;
export const fieldOf = ({ section, key }: Pick<Constant, 'section' | 'key'>): string => `${section}.${key}`;

export function constants(scenario: Scenario, preset: PresetId): Constant[] {
  const { machine } = scenario;
  const constant = (section: Section, key: string, unit: string, evidence: Evidence): Constant => {
    const set = (document: Scenario) => (document[section] as Readonly<Record<string, number>> | undefined)?.[key];
    const own = set(PRESETS[preset]) ?? evidence.value;
    return {
      section,
      key,
      unit,
      range: rangeIn(scenario, `${section}.${key}`),
      evidence,
      own,
      value: set(scenario) ?? evidence.value,
    };
  };
  return [
    ...COSTS.map(({ key, unit, on }) => constant('costs', key, unit, on[machine])),
    ...tunablesOf(scenario).map((key) =>
      constant('tunables', key, LIMITS[`tunables.${key}`].unit, {
        value: tunableDefault(key, machine),
        grade: 'published',
        source: TUNABLE_SOURCE[key],
      }),
    ),
  ];
}

/** The document with a constant at another value; `null`: what the machine or the kernel has. */
export function withConstant(document: Scenario, { section, key, evidence }: Constant, value: number | null): Scenario {
  const { [section]: before = {}, ...rest } = document;
  const { [key]: _, ...others } = before as Record<string, number>;
  const next = value === null || value === evidence.value ? others : { ...others, [key]: value };
  return (Object.keys(next).length > 0 ? { ...rest, [section]: next } : rest) as Scenario;
}

// ---- kernel rules: a lane may have others than its kernel

export type RuleValue = boolean | number | string;

/** The rules of a scenario's kernel family. */
export const rulesOf = ({ kernel }: Pick<Scenario, 'kernel'>): readonly Rule[] =>
  RULES.filter(({ family }) => family === KERNELS[kernel]);

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
