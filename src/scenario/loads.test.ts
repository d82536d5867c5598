import { expect, test } from 'vitest';
import { loadsOf } from './loads';
import { PRESET_IDS, PRESETS } from './presets';
import { loadOf, withLoad } from './workload';

const CURVES = PRESET_IDS.filter((id) => loadsOf(PRESETS[id]).length > 0);

test('most experiments have a curve over their load', () => {
  expect(CURVES.length).toBeGreaterThan(PRESET_IDS.length / 2);
});

test.each(CURVES)('the curve of %s reaches beyond the load at which it opens', (id) => {
  const loads = loadsOf(PRESETS[id]);
  const load = loadOf(PRESETS[id].workload);
  expect(loads.at(-1)).toBeGreaterThan(load);
  expect(loads[0]).toBeLessThanOrEqual(load);
});

test('on a machine of eight CPUs the range follows its CPUs', () => {
  const { cluster } = PRESETS;
  const scenario = { ...cluster, machine: 'classroom-8' as const, workload: withLoad(cluster.workload, 13) };
  expect(loadsOf(scenario).at(-1)).toBeGreaterThan(13);
  expect(loadsOf(scenario).at(-1)).toBeLessThan(loadsOf(cluster).at(-1) ?? 0);
});
