import { expect, test } from 'vitest';
import { atLoad } from './loads';
import { PRESET_IDS, PRESETS } from './presets';
import { isAboutWaits } from './waits';

test('three experiments are about waiting, under any load and kernel; no others are', () => {
  expect(PRESET_IDS.filter((preset) => isAboutWaits(PRESETS[preset]))).toEqual(['debt', 'turns', 'container']);
  const { turns, cluster } = PRESETS;
  expect(isAboutWaits({ ...atLoad(turns, 4), kernel: '2.5.5x' })).toBe(true);
  expect(isAboutWaits({ ...turns, machine: cluster.machine })).toBe(false);
  expect(isAboutWaits({ ...turns, workload: cluster.workload })).toBe(false);
});
