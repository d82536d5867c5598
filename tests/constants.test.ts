import { expect, test } from 'vitest';
import { MACHINES } from '../src/scenario/catalog';
import { constants, isChanged, withConstant } from '../src/scenario/constants';
import { completed } from '../src/scenario/document';
import type { MachineId, Scenario, Tunables } from '../src/scenario/generated/types';
import { decode, encode } from '../src/scenario/link';
import { PRESET_IDS, PRESETS } from '../src/scenario/presets';
import { ruleChanges, rulesOf, withRule } from '../src/scenario/rules';
import { tunableDefault, tunablesOf } from '../src/scenario/tunables';
import { Simulation } from './simulator';

function hash(scenario: Scenario): string {
  const simulation = new Simulation(JSON.stringify(scenario), 0);
  simulation.advance(1e15, Number.MAX_SAFE_INTEGER);
  const { hash } = JSON.parse(simulation.report());
  simulation.free();
  return hash;
}

test('the page shows the defaults of the simulator', () => {
  for (const machine of Object.keys(MACHINES) as MachineId[]) {
    for (const kernel of ['2.5.5x', '5.9', '6.12'] as const) {
      const workload = { kind: 'hackbench', groups: 3, fds: 6, loops: 8 } as const;
      const plain = completed({
        version: 3,
        machine,
        kernel,
        workload,
        lanes: [{ features: { cross_node: true, steal: 'on' } }],
      });
      const keys = tunablesOf(plain);
      expect(keys.length).toBe({ '2.5.5x': 2, '5.9': 5, '6.12': 2 }[kernel]);
      const said = Object.fromEntries(keys.map((one) => [one.key, tunableDefault(one, machine)])) as Tunables;
      expect(hash({ ...plain, tunables: said }), `${machine} ${kernel}`).toBe(hash(plain));
    }
  }
});

test('an experiment counts as changed after a change, which the link has, and not after it is undone', () => {
  for (const preset of PRESET_IDS) {
    const own = PRESETS[preset];
    expect(constants(own, preset).filter(isChanged)).toEqual([]);
    const all = constants(own, preset);
    const changed = all.reduce((document, one) => {
      const { min, max } = one.range;
      return withConstant(document, one, one.value === max ? min : max);
    }, own);
    expect(constants(changed, preset).filter(isChanged)).toHaveLength(all.length);
    const read = decode(encode(changed, preset));
    expect(read.scenario).toEqual(changed);
    const back = constants(changed, preset).reduce((document, one) => withConstant(document, one, one.own), changed);
    expect(back).toEqual(own);
  }
});

test('the document has no constant with the value of the machine', () => {
  const [write] = constants(PRESETS.cluster, 'cluster');
  const changed = withConstant(PRESETS.cluster, write!, 700);
  expect(changed.costs).toEqual({ write: 700 });
  expect(withConstant(changed, write!, 600)).toEqual(PRESETS.cluster);
  expect(withConstant(changed, write!, null)).toEqual(PRESETS.cluster);
});

test('a changed rule is counted, is in the link, can be undone, and belongs to one lane', () => {
  const own = PRESETS.cluster;
  expect(ruleChanges(own, 'cluster')).toEqual([]);
  for (const rule of rulesOf(own)) {
    const { values, on } = rule;
    const plain = on[own.kernel];
    const other =
      values === 'bool'
        ? !plain
        : 'min' in values
          ? plain === values.min
            ? values.max
            : values.min
          : values.find((one) => one !== plain);
    if (other === undefined) continue;
    const changed = withRule(own, 1, rule, other);
    expect(changed.lanes[0]).toEqual(own.lanes[0]);
    expect(ruleChanges(changed, 'cluster')).toEqual([{ lane: 1, rule, value: other, own: plain }]);
    expect(decode(encode(changed, 'cluster')).scenario, rule.key).toEqual(changed);
    expect(withRule(changed, 1, rule, plain)).toEqual(own);
  }
});
