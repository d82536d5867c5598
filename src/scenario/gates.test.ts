import { expect, test } from 'vitest';
import { newidleGateNs } from './gates';
import { PRESETS } from './presets';

test('the lane takes the gate of newidle_balance from its kernel unless it sets the rule', () => {
  const [own] = PRESETS.cluster.lanes;
  const lanes = (newidle_gate: boolean) => [own!, { ...own!, rules: { newidle_gate } }];
  const plain = { ...PRESETS.cluster, lanes: lanes(false) };
  expect([0, 1].map((lane) => newidleGateNs(plain, lane))).toEqual([500_000, null]);
  const later = { ...plain, kernel: '6.8' as const, lanes: lanes(true) };
  expect([0, 1].map((lane) => newidleGateNs(later, lane))).toEqual([null, 500_000]);
  expect(newidleGateNs({ ...plain, tunables: { migration_cost_ns: 7 } }, 0)).toBe(7);
});
