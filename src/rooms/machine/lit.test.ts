import { expect, test } from 'vitest';
import { machine } from '../../../tests/drawing/fake';
import { layout } from './layout';
import { litIn } from './lit';

const drawing = layout(machine('kunpeng920-48'), 672, 486);

test('a CPU lights its cluster, two clusters light the parts between them', () => {
  const one = litIn(drawing, { cpus: [1] });
  expect([[...one.cpus], [...one.units], [...one.bars]]).toEqual([[1], [0], []]);
  const two = litIn(drawing, { cpus: [1, 6] });
  expect([[...two.units], [...two.bars]]).toEqual([[0, 1], [0]]);
});

test('a cluster and a node light all their CPUs', () => {
  expect([...litIn(drawing, { units: [2] }).cpus]).toEqual([8, 9, 10, 11]);
  expect(litIn(drawing, { nodes: [1] }).cpus.size).toBe(24);
});

test('a link lights both ends, in either order; parts that the machine lacks are ignored', () => {
  const { links, bars, cpus } = litIn(drawing, { links: [[1, 0]], cpus: [500] });
  expect([[...links], [...bars].sort(), cpus.size]).toEqual([[0], [0, 1], 0]);
});
