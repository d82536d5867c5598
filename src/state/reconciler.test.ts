import { expect, test } from 'vitest';
import type { Lane, Scenario } from '../scenario/generated/types';
import { PRESETS } from '../scenario/presets';
import { differenceOf } from './reconciler';

const { cluster } = PRESETS;
const [a, b] = cluster.lanes;
const withLane = (lane: Lane): Scenario => ({ ...cluster, lanes: [lane, b!] });
const flips = [{ at_ns: 5, features: b!.features }];

test.each<readonly [string, Scenario | null, Scenario]>([
  ['experiment', null, cluster],
  ['nothing', cluster, structuredClone(cluster)],
  ['nothing', cluster, { ...cluster, decides: 'wasted' }],
  ['flips', cluster, withLane({ ...a!, flips })],
  ['flips', cluster, { ...withLane({ ...a!, flips }), decides: 'wait_p50' }],
  ['flips', withLane({ ...a!, flips }), cluster],
  ['inside', cluster, withLane({ ...a!, layout: ['shares'] })],
  ['inside', cluster, withLane({ ...a!, features: { ...a!.features, task_group: 'custom' } })],
  ['inside', cluster, withLane({ ...a!, flips, layout: ['shares'] })],
  ['experiment', cluster, withLane({ ...a!, features: { ...a!.features, steal: 'on' } })],
  ['experiment', withLane({ ...a!, flips }), { ...cluster, seed: cluster.seed + 1 }],
  ['experiment', cluster, { ...cluster, lanes: [a!] }],
])('what a document differs in decides what the engines do: %s', (difference, requested, wanted) => {
  expect(differenceOf(requested, wanted)).toBe(difference);
});
