import { expect, test } from 'vitest';
import { RULES } from './generated/rules';
import { PRESETS } from './presets';
import { kernelsWith, overridden, ruleChanges, ruleIn, rulesOf, withKernel, withoutRules, withRule } from './rules';

const { cluster } = PRESETS;
const rule = (key: string) => RULES.find((one) => one.key === key)!;
const gate = rule('newidle_gate');

test('the page shows the rules of the kernels of the lanes', () => {
  const families = (scenario: Parameters<typeof rulesOf>[0]) => [
    ...new Set(rulesOf(scenario).map((one) => one.family)),
  ];
  expect(families(cluster)).not.toContain('o1');
  expect(families(cluster)).not.toContain('eevdf');
  expect(families({ ...cluster, kernel: '2.5.5x' })).not.toContain('fair');
  const both = families(withKernel(cluster, 1, '2.5.5x'));
  expect(both).toEqual(expect.arrayContaining(['fair', 'o1']));
});

test('a lane has its rule, else the rule of its kernel, which can differ from the kernel of the document', () => {
  const changed = withRule(withKernel(cluster, 1, '6.12'), 0, rule('busy_factor'), 8);
  expect(ruleIn(changed, 0, rule('busy_factor'))).toBe(8);
  expect(ruleIn(changed, 1, rule('sis'))).toBe('util');
  expect(ruleIn(cluster, 1, rule('sis'))).toBe('prop');
  expect(ruleIn(cluster, 7, gate), 'a lane that is not there').toBe(gate.on[cluster.kernel]);
});

test('a value says which kernels have it, as runs of neighbours', () => {
  expect(kernelsWith(rule('sis'), 'prop')).toEqual([['4.20', '5.10']]);
  expect(kernelsWith(rule('sis'), 'aged')).toEqual([['5.15', '5.15']]);
  expect(kernelsWith(rule('idle_prev'), 'llc')).toEqual([]);
  expect(kernelsWith(rule('newidle_raises_cost'), true)).toEqual([['6.18.2', '6.18.2']]);
});

test('another kernel in a lane is not a changed rule, and the kernel of the document is not repeated', () => {
  const later = withKernel(cluster, 1, '6.12');
  expect(later.lanes.map(({ kernel }) => kernel)).toEqual([undefined, '6.12']);
  expect(ruleChanges(later, 'cluster')).toEqual([]);
  expect(withKernel(later, 1, cluster.kernel)).toEqual(cluster);
  const only = { ...later, lanes: later.lanes.slice(1) };
  expect(ruleChanges(only, 'cluster')).toEqual([]);
});

test('a rule that equals the rule of the kernel is dropped, and other rules stay', () => {
  const factor = rule('busy_factor');
  const two = withRule(withRule(cluster, 1, factor, 8), 1, gate, !gate.on[cluster.kernel]);
  expect(two.lanes[1]?.rules).toEqual({ busy_factor: 8, newidle_gate: !gate.on[cluster.kernel] });
  const one = withRule(two, 1, factor, factor.on[cluster.kernel]);
  expect(one.lanes[1]?.rules).toEqual({ newidle_gate: !gate.on[cluster.kernel] });
  expect(overridden(two).map(({ key }) => key)).toEqual(
    RULES.map(({ key }) => key).filter((key) => ['busy_factor', 'newidle_gate'].includes(key)),
  );
  expect(overridden(cluster)).toEqual([]);
  expect(withoutRules(two)).toEqual(cluster);
  expect(ruleChanges(one, 'cluster')).toEqual([
    { lane: 1, rule: gate, value: !gate.on[cluster.kernel], own: gate.on[cluster.kernel] },
  ]);
});
