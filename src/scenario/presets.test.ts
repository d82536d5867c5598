import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { completed } from './document';
import { presetOf } from './presetOf';
import { PRESET_IDS, PRESETS } from './presets';

test('a document is told under the preset that it is, or is like', () => {
  for (const preset of PRESET_IDS) expect(presetOf(structuredClone(PRESETS[preset]), 'cluster')).toBe(preset);
  const example = readFileSync(new URL('../../examples/steal.json', import.meta.url), 'utf8');
  expect(presetOf(completed(JSON.parse(example)), 'cluster')).toBe('steal');
  const { steal, merged } = PRESETS;
  expect(presetOf({ ...steal, seed: 9, limit_ms: 70 }, 'cluster')).toBe('steal');
  expect(presetOf({ ...steal, lanes: steal.lanes.slice(0, 1) }, 'cluster')).toBe('steal');
  // Two presets are of this machine and work: the one that is there stays.
  expect(presetOf({ ...merged, kernel: '5.10' }, 'merged')).toBe('merged');
  expect(presetOf({ ...steal, machine: 'numaq-16' }, 'cluster')).toBe('cluster');
});
