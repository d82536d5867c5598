import { describe, expect, test } from 'vitest';
import { isLong } from '../../tests/long';
import '../../tests/own';
import { Simulation } from '../../tests/simulator';
import { hasLaneOf, kernelOf } from './catalog';
import { RULES, type Rule } from './generated/rules';
import { SHOWN } from './generated/shown';
import type { KernelId, RuleOverrides, Scenario } from './generated/types';
import { decode } from './link';
import { changedRules, type RuleValue } from './rules';
import { shownIn } from './shown';

const ruleOf = (key: string): Rule => RULES.find((one) => one.key === key)!;
const KEYS = Object.keys(SHOWN) as (keyof RuleOverrides)[];
const has = (of: string) => (key: keyof RuleOverrides) => typeof SHOWN[key] === 'object' && of in SHOWN[key];
const BETWEEN_KERNELS = KEYS.filter(has('kernels'));
const ALONE = KEYS.filter(has('rule'));

function linkOf(key: keyof RuleOverrides, older: KernelId, newer: KernelId): string {
  const shown = shownIn(key, older, newer);
  if (!('link' in shown)) throw new Error(`${key} has no experiment`);
  return shown.link;
}

/** The kernels of each change of a rule. */
function changes(rule: Rule): (readonly [KernelId, KernelId])[] {
  const kernels = Object.keys(rule.on) as KernelId[];
  return kernels.flatMap((newer, i) => {
    const older = kernels[i - 1];
    return older && changedRules(older, newer).includes(rule) ? [[older, newer] as const] : [];
  });
}

test.each(BETWEEN_KERNELS)(
  'the experiment that shows %s opens with the older kernel in lane A and no other difference',
  (key) => {
    const rule = ruleOf(key);
    const [older, newer] = changes(rule)[0]!;
    const { scenario, problem } = decode(linkOf(key, older, newer));
    expect(problem).toBeNull();
    expect(scenario.lanes.map((lane) => kernelOf(scenario, lane))).toEqual([older, newer]);
    const [a, b] = scenario.lanes;
    expect({ ...a, kernel: undefined }).toEqual({ ...b, kernel: undefined });
    expect(hasLaneOf(rule.family, scenario)).toBe(true);
  },
);

test.each(ALONE)('the experiment that shows %s has another value of it in lane B and no other difference', (key) => {
  const { scenario, problem } = decode(linkOf(key, '6.5', '6.8'));
  expect(problem).toBeNull();
  const [a, b] = scenario.lanes;
  expect({ ...a, rules: undefined }).toEqual({ ...b, rules: undefined });
  expect(Object.keys(b?.rules ?? {})).toEqual([key]);
  expect(a?.rules).toBeUndefined();
});

test('each rule has an experiment, unless only a name differs', () => {
  const names = KEYS.filter((key) => SHOWN[key] === 'name');
  expect(names).toEqual(['cluster_level', 'package_level', 'cache_flag']);
  expect(BETWEEN_KERNELS.length + ALONE.length + names.length).toBe(RULES.length);
});

test('a rule of which only a name differs has a reason instead of a link', () => {
  expect(shownIn('cache_flag', '6.8', '6.12')).toEqual({ nowhere: 'name' });
});

/** The events of a slice, and the last event that is compared. */
const SLICE = 20_000;
const LAST = 3_000_000;

/** Whether the first lane has other events with these rules. */
function differs(scenario: Scenario, rules: RuleOverrides): boolean {
  const lane = scenario.lanes[0];
  const runs = [lane, { ...lane, rules }].map(
    (one) => new Simulation(JSON.stringify({ ...scenario, lanes: [one] }), 0),
  );
  try {
    for (let events = 0; events < LAST && runs.some((run) => !run.done()); events += SLICE) {
      for (const run of runs) run.advance(1e15, SLICE);
      if (new Set(runs.map((run) => JSON.parse(run.report()).hash)).size > 1) return true;
    }
    return false;
  } finally {
    for (const run of runs) run.free();
  }
}

/** The older value of a rule, or the other one of a rule that came with its scheduler. */
const otherValue = ({ on }: Rule, older: KernelId, newer: KernelId): RuleValue =>
  typeof on[newer] === 'boolean' ? !on[newer] : on[older];

describe.runIf(isLong)('each rule changes the run of its experiment', () => {
  test.each(BETWEEN_KERNELS)('%s, in a kernel that has it', { timeout: 300_000 }, (key) => {
    const rule = ruleOf(key);
    const isOther = ([older, newer]: readonly [KernelId, KernelId]) =>
      typeof rule.on[newer] === 'boolean' || rule.on[older] !== rule.on[newer];
    const acts = changes(rule)
      .filter(isOther)
      .some(([older, newer]) => {
        const { scenario } = decode(linkOf(key, older, newer));
        const b = { ...scenario.lanes[1]!, kernel: newer };
        return differs({ ...scenario, lanes: [b] }, { [key]: otherValue(rule, older, newer) });
      });
    expect(acts).toBe(true);
  });

  test.each(ALONE)('%s, in lane B', { timeout: 300_000 }, (key) => {
    const { scenario } = decode(linkOf(key, '6.5', '6.8'));
    expect(differs({ ...scenario, lanes: [scenario.lanes[0]!] }, scenario.lanes[1]!.rules!)).toBe(true);
  });
});
