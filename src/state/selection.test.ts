import { beforeEach, expect, test } from 'vitest';
import { Simulation } from '../../tests/fake-simulation';
import type { MachineDescription } from '../scenario/generated/types';
import { PRESETS } from '../scenario/presets';
import { clearMissingSelection } from './selection';
import { look, type Thing, viewStore } from './view';

/** Two nodes of twelve CPUs each, number 5 left out, with a wire between them, and four tasks. */
const lane = {
  machine: {
    ...(JSON.parse(new Simulation(JSON.stringify(PRESETS.cluster), 0).machine()) as MachineDescription),
    units: Array.from({ length: 24 }, (_, cpu) => (cpu === 5 ? 65535 : cpu >> 2)),
    distances: [
      [10, 20],
      [20, 10],
    ],
    links: [{ a: 0, b: 1, kind: 'die' } as const],
  },
  tasks: new Uint16Array(8),
};

const looked = () => {
  const { selection, thing, inspecting, followed } = viewStore.getState();
  return { cpu: selection?.cpu, thing, inspecting, followed };
};

beforeEach(() => look({ selection: { lane: 'b', cpu: 7 }, thing: null, inspecting: true, followed: 3 }));

test('a selection that still exists stays', () => {
  clearMissingSelection([lane, lane]);
  expect(looked()).toEqual({ cpu: 7, thing: null, inspecting: true, followed: 3 });
});

test.each([5, 24, 90])('a CPU %s that the machine lacks is deselected, and its Inspector closes', (cpu) => {
  look({ selection: { lane: 'a', cpu }, thing: { kind: 'node', node: 0 } });
  clearMissingSelection([lane, lane]);
  expect(looked()).toEqual({ cpu: undefined, thing: null, inspecting: false, followed: 3 });
});

test('a CPU of a lane that no longer exists is cleared', () => {
  clearMissingSelection([lane]);
  expect(looked()).toMatchObject({ cpu: undefined, inspecting: false });
});

test.each<[Thing, Thing]>([
  [
    { kind: 'task', task: 3 },
    { kind: 'task', task: 4 },
  ],
  [
    { kind: 'unit', unit: 5 },
    { kind: 'unit', unit: 6 },
  ],
  [
    { kind: 'node', node: 1 },
    { kind: 'node', node: 2 },
  ],
  [
    { kind: 'link', a: 0, b: 1 },
    { kind: 'link', a: 1, b: 2 },
  ],
])('of %o and %o the second gives its place to the CPU', (there, gone) => {
  look({ thing: there });
  clearMissingSelection([lane, lane]);
  expect(looked().thing).toEqual(there);
  look({ thing: gone });
  clearMissingSelection([lane, lane]);
  expect(looked()).toMatchObject({ cpu: 7, thing: null, inspecting: true });
});

test('a task that no lane has is no longer followed', () => {
  look({ followed: 4 });
  clearMissingSelection([lane, { ...lane, tasks: new Uint16Array(10) }]);
  expect(looked().followed).toBe(4);
  clearMissingSelection([lane, lane]);
  expect(looked().followed).toBeNull();
});
