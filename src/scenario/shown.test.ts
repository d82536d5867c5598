import { expect, test } from 'vitest';
import { hasLaneOf, kernelOf } from './catalog';
import { RULES } from './generated/rules';
import { SHOWN } from './generated/shown';
import type { KernelId, RuleOverrides } from './generated/types';
import { decode } from './link';
import { changedRules } from './rules';
import { shownIn } from './shown';

const KEYS = Object.keys(SHOWN) as (keyof RuleOverrides)[];

test.each(KEYS)('the experiment that shows %s opens with the older kernel in lane A and no other difference', (key) => {
  const rule = RULES.find((one) => one.key === key)!;
  const kernels = Object.keys(rule.on) as KernelId[];
  // The first change of the rule.
  const at = kernels.findIndex((kernel, i) => i > 0 && changedRules(kernels[i - 1]!, kernel).includes(rule));
  expect(at, 'a rule that no kernel changes').toBeGreaterThan(0);
  const [older, newer] = [kernels[at - 1]!, kernels[at]!];
  const { scenario, problem } = decode(shownIn(key, older, newer)!);
  expect(problem).toBeNull();
  expect(scenario.lanes.map((lane) => kernelOf(scenario, lane))).toEqual([older, newer]);
  const [a, b] = scenario.lanes;
  expect({ ...a, kernel: undefined }).toEqual({ ...b, kernel: undefined });
  expect(hasLaneOf(rule.family, scenario)).toBe(true);
});

test('a rule without an experiment has no link', () => {
  expect(shownIn('cluster_unlimited', '6.5', '6.8')).toBeNull();
});
