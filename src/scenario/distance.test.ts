import { expect, test } from 'vitest';
import { Simulation } from '../../tests/simulator';
import { distanceOf } from './distance';
import type { MachineDescription, MachineId } from './generated/types';
import { PRESETS } from './presets';

test('the distance of two CPUs is the closest unit that they share', () => {
  const far = (id: MachineId, cpus: readonly number[]) => {
    const run = new Simulation(JSON.stringify({ ...PRESETS.classroom, machine: id }), 0);
    const machine = JSON.parse(run.machine()) as MachineDescription;
    run.free();
    return cpus.map((cpu) => distanceOf(machine, 0, cpu));
  };
  expect(far('kunpeng920-96', [0, 1, 4, 24, 48])).toEqual(['cpu', 'cluster', 'llc', 'node', 'socket']);
  expect(far('xeon-e5-2630v4-40', [20, 1, 10])).toEqual(['smt', 'llc', 'socket']);
  expect(far('azusa-8', [1, 2])).toEqual(['llc', 'socket']);
});
