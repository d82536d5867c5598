import { expect, test } from 'vitest';
import { withRows } from '../../tests/own';
import { Simulation } from '../../tests/simulator';
import { layout } from '../rooms/machine/layout';
import { check } from './check';
import type { MachineDescription, OwnMachine } from './generated/types';
import { decode, encode } from './link';
import { factsOf } from './machines';
import { PRESETS } from './presets';

/** Custom machines: caches, clusters and nodes of different sizes, holes, capacities, 512 CPUs. */
const OWN = [
  { name: 'Like one that has a name', like: 'kunpeng', topology: 'pack:2 numa:2 l3:1 l2:6 core:4 pu:1' },
  { name: 'Threads', like: 'xeon', topology: 'pack:2 numa:1 l3:1 core:10 pu:2(indexes=2*20:1*2)', hz: 250 },
  { name: 'Several caches in a node', like: 'epyc', topology: 'pack:2 numa:4 l3:3 core:8 pu:2', distances: '12' },
  { name: '512', like: 'xeon', topology: 'pack:8 numa:1 l3:1 core:32 pu:2', distances: '32' },
  { name: 'No cache is said', like: 'xeon', topology: 'numa:2 core:4 pu:1' },
  { name: 'One CPU', like: 'xeon', topology: 'pu:1' },
  {
    name: 'Uneven; with a hole',
    like: 'xeon',
    topology:
      'pu=0-5,8-11,300 core=0,3/1,4/2,5 l2=0-1,3-4 l3=0-5/8-11/300 pack=0-5/8-11,300 numa=0@0-5/8@8-11,300/252@',
    distances: '10,20,80 20,10,80 80,80,10',
  },
  {
    name: 'Hybrid',
    like: 'xeon',
    topology: 'pu=0-11 core=0-1/2-3 l2=4-7/8-11',
    capacities: '0-3:1024 4-11:608',
  },
] satisfies OwnMachine[];

const on = (machine: OwnMachine) => ({ ...PRESETS.cluster, machine });

function described(machine: OwnMachine): MachineDescription {
  const simulation = new Simulation(JSON.stringify(on(machine)), 0);
  const description = JSON.parse(simulation.machine()) as MachineDescription;
  simulation.free();
  return description;
}

test.each(OWN)('$name: the page has the same facts as the simulator', (own) => {
  const machine = withRows(own);
  const { cpus, cluster_level: clusters, smt, distances, units } = described(machine);
  expect(factsOf(machine)).toMatchObject({ cpus, clusters, smt, nodes: distances.length, ids: units.length });
});

test('a machine whose CPUs differ in capacity is a hybrid', () => {
  const hybrids = OWN.filter((own) => factsOf(withRows(own)).hybrid).map(({ name }) => name);
  expect(hybrids).toEqual(['Hybrid']);
});

test.each(OWN)('$name: every CPU has one cell with its number', (own) => {
  const description = described(withRows(own));
  const drawing = layout(description, 900, 700);
  const cells = Object.values(drawing.cpus);
  const numbers = description.units.flatMap((unit, cpu) => (unit === 65535 ? [] : [cpu]));
  expect(cells.map(({ cpu }) => cpu)).toEqual(numbers);
  expect(drawing.units.map(({ unit }) => unit)).toEqual(drawing.units.map((_, i) => i));
  for (const { x, y, w, h, cpu } of cells) {
    expect(Math.min(x, y), `CPU ${cpu}`).toBeGreaterThanOrEqual(0);
    expect(Math.max(x + w - 900, y + h - 700), `CPU ${cpu}`).toBeLessThanOrEqual(0);
    const others = cells.filter((o) => o.cpu !== cpu && o.x < x + w && x < o.x + o.w && o.y < y + h && y < o.y + o.h);
    expect(others, `CPU ${cpu}`).toEqual([]);
  }
});

test('four clusters of a machine like a Xeon are two by two, around an L3 without tags', () => {
  const machine = withRows({ name: 'Four', like: 'xeon', topology: 'pack:1 l3:1 l2:4 core:4 pu:1' });
  for (const [w, h] of [
    [672, 486],
    [900, 300],
    [173, 247],
  ] as const) {
    const { units } = layout(described(machine), w, h);
    expect([new Set(units.map(({ x }) => x)).size, new Set(units.map(({ y }) => y)).size], `${w} × ${h}`).toEqual([
      2, 2,
    ]);
    expect(units.filter(({ tag }) => tag)).toEqual([]);
  }
});

test.each(OWN)('$name: a link restores it', (own) => {
  const scenario = on(withRows(own));
  expect(check(scenario)).toEqual([]);
  const written = encode(scenario, 'cluster');
  expect(decode(written)).toMatchObject({ problem: null, scenario });
  expect(written.length).toBeLessThan(700);
});

test('the link of a regular machine is readable', () => {
  expect(encode(on({ name: 'Mine', like: 'kunpeng', topology: 'pack:2 l3:1 core:4 pu:1' }), 'cluster')).toBe(
    'v3&p=cluster&machine=pack:2,l3:1,core:4,pu:1;like:kunpeng;name:Mine',
  );
});

test('a machine that the decoder does not understand is replaced by the machine of the preset', () => {
  for (const bad of ['pack:2', 'pu:4;like:vax', 'pu:4;like:xeon;hz:x', 'pu:4;like:xeon;cores:2', 'vax', '=:=']) {
    expect(decode(`v3&p=cluster&machine=${bad}`)).toMatchObject({
      scenario: { machine: PRESETS.cluster.machine },
      problem: { kind: 'part' },
    });
  }
});
