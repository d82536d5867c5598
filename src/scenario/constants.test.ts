import { expect, test } from 'vitest';
import { withRows } from '../../tests/own';
import { constants, fieldOf, isChanged, MEASURED_BY_YOU, NOT_MEASURED, withConstant } from './constants';
import { COSTS } from './generated/costs';
import type { Scenario } from './generated/types';
import { PRESETS } from './presets';
import { tunableDefault, tunableIn, tunablesOf } from './tunables';

const { cluster, steal } = PRESETS;
const of = (scenario: Scenario, field: string, preset: 'cluster' | 'steal' = 'cluster') =>
  constants(scenario, preset).find((one) => fieldOf(one) === field)!;

test('every constant has the value of the experiment, its range and its evidence', () => {
  const all = constants(cluster, 'cluster');
  expect(all.map(fieldOf)).toEqual([
    ...COSTS.map(({ key }) => `costs.${key}`),
    ...tunablesOf(cluster).map(({ key }) => `tunables.${key}`),
  ]);
  expect(all.filter(isChanged)).toEqual([]);
  const write = of(cluster, 'costs.write');
  expect(write).toMatchObject({ unit: 'ns', range: { min: 1, max: 100_000 }, value: write.evidence.value });
  // The stealing experiment sets a granularity, which is not a change.
  const own = of(steal, 'tunables.wakeup_granularity_ns', 'steal');
  expect(own).toMatchObject({ own: 15_000_000, value: 15_000_000, unit: 'ns', evidence: { grade: 'published' } });
  expect(own.evidence.value).not.toBe(own.own);
});

test('a change stays in the document until it equals the value of the machine', () => {
  const write = of(cluster, 'costs.write');
  const changed = withConstant(cluster, write, 777);
  expect(changed.costs).toEqual({ write: 777 });
  expect(isChanged(of(changed, 'costs.write'))).toBe(true);
  const two = withConstant(changed, of(changed, 'costs.read'), 5);
  expect(two.costs).toEqual({ write: 777, read: 5 });
  expect(withConstant(two, write, null).costs).toEqual({ read: 5 });
  expect(withConstant(changed, write, write.evidence.value)).toEqual(cluster);
  expect(withConstant(changed, write, null)).not.toHaveProperty('costs');
});

test('costs measured on a custom machine replace costs of its family', () => {
  const mine = withRows({ name: 'Mine', like: 'xeon', topology: 'pu:4', costs: { write: 321 } });
  expect(of({ ...cluster, machine: mine }, 'costs.write').evidence).toEqual({
    value: 321,
    grade: 'yours',
    source: MEASURED_BY_YOU,
  });
  const read = of({ ...cluster, machine: mine }, 'costs.read').evidence;
  expect(read).toMatchObject({ grade: 'assumed', source: NOT_MEASURED.xeon });
  const bare = withRows({ name: 'Mine', like: 'xeon', topology: 'pu:4' });
  expect(of({ ...cluster, machine: bare }, 'costs.write').evidence.grade).toBe('assumed');
  expect(of({ ...cluster, machine: 'altra-80' }, 'costs.write').evidence.source).toBe(NOT_MEASURED.kunpeng);
  expect(of(cluster, 'costs.write').evidence.grade).not.toBe('assumed');
});

test('a cluster that nobody measured has the price of one rule, which says where it comes from', () => {
  const { evidence } = of({ ...cluster, machine: 'jacobsville-24' }, 'costs.line_cluster');
  expect(evidence).toMatchObject({ value: 19, grade: 'assumed' });
  expect(evidence.source).toContain('Xeon Phi 7210');
  const mine = withRows({ name: 'Mine', like: 'epyc', topology: 'pu:4' });
  expect(of({ ...cluster, machine: mine }, 'costs.mem_cluster_pct').evidence).toEqual({
    value: 48,
    grade: 'assumed',
    source: 'in clusters: as on the Kunpeng',
  });
  expect(of({ ...cluster, machine: 'kunpeng920-7280z-320' }, 'costs.line_cluster').evidence.source).toBe(
    NOT_MEASURED.kunpeng,
  );
});

test('the kernel of a lane adds the tunables that it reads', () => {
  // 6.5, the last with CFS, beside 6.12.
  expect(constants(PRESETS.turns, 'turns').map(fieldOf)).toContain('tunables.latency_ns');
  expect(constants(PRESETS.debt, 'debt').map(fieldOf)).not.toContain('tunables.latency_ns');
});

test('a kernel has the tunables that it reads, and others that the document sets', () => {
  const keys = (scenario: Scenario) => tunablesOf(scenario).map(({ key }) => key);
  expect(keys(cluster)).toContain('latency_ns');
  expect(keys(cluster)).not.toContain('node_balance_ratio');
  const o1: Scenario = { ...cluster, kernel: '2.5.5x' };
  expect(keys(o1)).toContain('node_balance_ratio');
  expect(keys(o1)).not.toContain('latency_ns');
  expect(keys({ ...o1, tunables: { latency_ns: 5 } })).toContain('latency_ns');
  const limit = tunablesOf(cluster).find(({ key }) => key === 'steal_node_limit')!;
  expect(tunableIn(cluster, 'steal_node_limit')).toBe(tunableDefault(limit, cluster.machine));
  expect(tunableIn({ ...cluster, tunables: { steal_node_limit: 9 } }, 'steal_node_limit')).toBe(9);
});
