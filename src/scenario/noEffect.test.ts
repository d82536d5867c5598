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

test('of every experiment that is offered some switch can do something', () => {
  for (const id of PRESET_IDS) expect(noEffect(PRESETS[id]), id).toBeNull();
});

test('a switch that lacks what it needs is named with what it lacks, and one that can is offered', () => {
  const xeon = on({ machine: 'xeon-e5-2630v4-20' }, { cluster_domain: true, cluster_scan: 'rfc' });
  expect(noEffect(xeon)).toMatchObject({
    keys: ['cluster_domain', 'cluster_scan'],
    lacks: ['clusters'],
    offer: { key: 'steal', value: 'on' },
  });
  expect(noEffect(on({ kernel: '2.5.5x' }, { steal: 'on' }))?.lacks).toEqual(['scheduler', 'fair']);
  expect(noEffect(on({}, { cross_node: true }))?.lacks).toEqual(['scheduler', 'o1']);
  // Forced, stealing goes on whatever the number of nodes.
  const nodes = { machine: 'kunpeng920-96' as const };
  expect(noEffect(on(nodes, { steal: 'on' }))?.lacks).toEqual(['nodesWithin', 'steal_node_limit']);
  expect(noEffect(on(nodes, { steal: 'force' }))).toBeNull();
});

test('one that can do something is enough, also one that comes with a flip, and so is a difference that is no switch', () => {
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

test('of switches that can do something the one that is made for the work is offered, and none that B has already', () => {
  const useless = (place: Partial<Scenario>, b: Partial<Features> = {}) =>
    noEffect(on({ machine: 'xeon-e5-2630v4-20', ...place }, { cluster_domain: true, ...b }, b))?.offer;
  expect(useless({ workload: WORKLOADS.sharing })).toEqual({ key: 'line_128', value: true });
  expect(useless({})).toEqual({ key: 'steal', value: 'on' });
  // Both lanes have it: another one is offered.
  expect(useless({ workload: WORKLOADS.sharing }, { line_128: true })?.key).not.toBe('line_128');
});

test('a lane alone has nothing that tells it from another', () => {
  const idle = on({ machine: 'xeon-e5-2630v4-20' }, { cluster_domain: true });
  expect(noEffect(idle)).not.toBeNull();
  expect(noEffect({ ...idle, lanes: idle.lanes.slice(1) })).toBeNull();
  expect(noEffect({ ...idle, lanes: [] })).toBeNull();
});

test('of switches that lanes differ in along the way only those are named that they differ in at the end', () => {
  const idle = on({ machine: 'xeon-e5-2630v4-20' }, { cluster_domain: true });
  const [a, b] = idle.lanes as [Scenario['lanes'][number], Scenario['lanes'][number]];
  const back = { at_ns: 5, features: { ...PLAIN, cluster_domain: true, cluster_scan: 'off' as const } };
  const rfc = { ...b, features: { ...PLAIN, cluster_domain: true, cluster_scan: 'rfc' as const }, flips: [back] };
  expect(noEffect({ ...idle, lanes: [a, rfc] })?.keys).toEqual(['cluster_domain']);
});

/** The first of those that are alike. */
const oneOfEach = <T>(all: readonly T[], likeness: (one: T) => unknown): T[] => [
  ...new Map(all.toReversed().map((one) => [JSON.stringify(likeness(one)), one])).values(),
];

test('wherever a switch can do nothing, the one that is offered can', () => {
  // What switches need of a machine and of a kernel: their nodes, clusters and threads; schedulers and some rules.
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
