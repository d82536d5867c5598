import { expect, test } from 'vitest';
import { KERNELS, MACHINES, PLAIN, WORKLOADS } from './catalog';
import { MECHANISMS } from './generated/mechanisms';
import { RULES } from './generated/rules';
import type { Features, KernelId, MachineId, Scenario } from './generated/types';
import { acts } from './needs';
import { noEffect } from './noEffect';
import { PRESET_IDS, PRESETS } from './presets';

const on = (place: Partial<Scenario>, b: Partial<Features>, a: Partial<Features> = {}): Scenario => ({
  ...PRESETS.cluster,
  ...place,
  lanes: [{ features: { ...PLAIN, ...a } }, { features: { ...PLAIN, ...b } }],
});

test('every preset has a switch with an effect', () => {
  for (const id of PRESET_IDS) expect(noEffect(PRESETS[id]), id).toBeNull();
});

test('a switch without effect is reported with its unmet condition, and another switch is offered', () => {
  const xeon = on({ machine: 'xeon-e5-2630v4-20' }, { cluster_domain: true, cluster_scan: 'rfc' });
  expect(noEffect(xeon)).toMatchObject({
    keys: ['cluster_domain', 'cluster_scan'],
    lacks: ['clusters'],
    offer: { key: 'steal', value: 'on' },
  });
  expect(noEffect(on({ kernel: '2.5.5x' }, { steal: 'on' }))?.lacks).toEqual(['scheduler', 'fair']);
  expect(noEffect(on({}, { cross_node: true }))?.lacks).toEqual(['scheduler', 'o1']);
  // With `force`, stealing ignores the number of nodes.
  const nodes = { machine: 'kunpeng920-96' as const };
  expect(noEffect(on(nodes, { steal: 'on' }))?.lacks).toEqual(['nodesWithin', 'steal_node_limit']);
  expect(noEffect(on(nodes, { steal: 'force' }))).toBeNull();
});

test('one switch with an effect is enough, also in a flip; so is another difference of the lanes', () => {
  const idle = on({ machine: 'xeon-e5-2630v4-20' }, { cluster_domain: true });
  expect(noEffect(idle)).not.toBeNull();
  const [a, b] = idle.lanes as [Scenario['lanes'][number], Scenario['lanes'][number]];
  expect(noEffect({ ...idle, lanes: [a, { ...b, cpus: '0-3' }] })).toBeNull();
  expect(noEffect({ ...idle, lanes: [{ features: { ...PLAIN, newidle_balance: false } }, b] })).toBeNull();
  const turned = { ...PLAIN, steal: 'on' as const };
  expect(noEffect({ ...idle, lanes: [a, { ...b, flips: [{ at_ns: 5, features: turned }] }] })).toBeNull();
  const useless = { features: PLAIN, flips: [{ at_ns: 5, features: { ...PLAIN, cluster_domain: true } }] };
  expect(noEffect({ ...idle, lanes: [a, useless] })?.lacks).toEqual(['clusters']);
});

test('the offer prefers a switch made for the workload, and skips switches that B has', () => {
  const useless = (place: Partial<Scenario>, b: Partial<Features> = {}) =>
    noEffect(on({ machine: 'xeon-e5-2630v4-20', ...place }, { cluster_domain: true, ...b }, b))?.offer;
  expect(useless({ workload: WORKLOADS.sharing })).toEqual({ key: 'line_128', value: true });
  expect(useless({})).toEqual({ key: 'steal', value: 'on' });
  // Both lanes have it, so another switch is offered.
  expect(useless({ workload: WORKLOADS.sharing }, { line_128: true })?.key).not.toBe('line_128');
});

test('a single lane has no differences', () => {
  const idle = on({ machine: 'xeon-e5-2630v4-20' }, { cluster_domain: true });
  expect(noEffect(idle)).not.toBeNull();
  expect(noEffect({ ...idle, lanes: idle.lanes.slice(1) })).toBeNull();
  expect(noEffect({ ...idle, lanes: [] })).toBeNull();
});

test('only switches that differ at the end are reported', () => {
  const idle = on({ machine: 'xeon-e5-2630v4-20' }, { cluster_domain: true });
  const [a, b] = idle.lanes as [Scenario['lanes'][number], Scenario['lanes'][number]];
  const back = { at_ns: 5, features: { ...PLAIN, cluster_domain: true, cluster_scan: 'off' as const } };
  const rfc = { ...b, features: { ...PLAIN, cluster_domain: true, cluster_scan: 'rfc' as const }, flips: [back] };
  expect(noEffect({ ...idle, lanes: [a, rfc] })?.keys).toEqual(['cluster_domain']);
});

/** The first of each set of equal entries. */
const oneOfEach = <T>(all: readonly T[], likeness: (one: T) => unknown): T[] => [
  ...new Map(all.toReversed().map((one) => [JSON.stringify(likeness(one)), one])).values(),
];

test('the offered switch has an effect wherever the switches of the lanes have none', () => {
  // The conditions on machines and kernels: nodes, clusters, threads, schedulers and some rules.
  const machines = oneOfEach(Object.keys(MACHINES) as MachineId[], (machine) => {
    const { nodes, clusters, smt } = MACHINES[machine];
    return [nodes, clusters, smt];
  });
  const needed = RULES.filter(({ key }) => JSON.stringify(MECHANISMS).includes(`["rule","${key}"`));
  const kernels = oneOfEach(Object.keys(KERNELS) as KernelId[], (kernel) => [
    KERNELS[kernel],
    needed.map(({ on: by }) => by[kernel]),
  ]);
  expect([machines.length, kernels.length, needed.length].every((count) => count > 0)).toBe(true);
  let useless = 0;
  for (const machine of machines) {
    for (const kernel of kernels) {
      for (const workload of Object.values(WORKLOADS)) {
        for (const change of [{ cluster_domain: true }, { cross_node: true }, { steal: 'on' }] as const) {
          const scenario = on({ machine, kernel, workload }, change);
          const found = noEffect(scenario);
          if (!found) continue;
          useless += 1;
          const { offer } = found;
          const what = `${machine} ${kernel} ${workload.kind} ${JSON.stringify(change)}`;
          expect(offer, what).not.toBeNull();
          const lane = { features: { ...PLAIN, ...change, [offer!.key]: offer!.value } as Features };
          expect(acts(offer!.key, lane, scenario), what).toBe(true);
          expect(noEffect({ ...scenario, lanes: [scenario.lanes[0]!, lane] }), what).toBeNull();
        }
      }
    }
  }
  expect(useless).toBeGreaterThan(100);
});
