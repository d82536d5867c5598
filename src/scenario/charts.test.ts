import { expect, test } from 'vitest';
import { PLAIN } from './catalog';
import { accountOf, CHART_IDS, chartsOf, panelOf } from './charts';
import type { Scenario } from './generated/types';
import { PRESETS } from './presets';

test('an experiment has the common charts and its panel', () => {
  const common = chartsOf(PRESETS.cluster);
  expect(common).toContain('throughput');
  expect(chartsOf(PRESETS.debt)).toEqual([...common, 'lag']);
  expect([panelOf(PRESETS['numa-test']), panelOf(PRESETS['false-sharing'])]).toEqual(['numa', 'lines']);
  expect(new Set(CHART_IDS)).toEqual(new Set([...common, 'numa', 'lines', 'schedstat', 'lag']));
});

test('a switch of lane B or of a flip selects the panel', () => {
  const [a, b] = PRESETS.cluster.lanes;
  const second = (lane: Partial<Scenario['lanes'][number]>): Scenario => ({
    ...PRESETS.cluster,
    lanes: [a!, { ...b!, ...lane }],
  });
  expect(panelOf(second({ features: { ...PLAIN, task_group: 'mainline' } }))).toBe('lines');
  expect(panelOf(second({ features: { ...PLAIN, steal: 'on' } }))).toBe('schedstat');
  // The O(1) scheduler steals nothing.
  expect(panelOf(second({ features: { ...PLAIN, steal: 'on' }, kernel: '2.5.5x' }))).toBeNull();
  const flips = [{ at_ns: 5, features: { ...PLAIN, task_group: 'mainline' as const } }];
  expect(panelOf(second({ features: PLAIN, flips }))).toBe('lines');
});

test('tasks have lag under a fair scheduler and timeslices under O(1), lane by lane', () => {
  const [a, b] = PRESETS.cluster.lanes;
  expect(accountOf(PRESETS.cluster)).toBe('lag');
  expect(accountOf({ ...PRESETS.cluster, kernel: '2.5.5x' })).toBe('slices');
  expect(accountOf({ ...PRESETS.cluster, lanes: [a!, { ...b!, kernel: '2.5.5x' }] })).toBe('both');
});
