import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEAD, tabOf } from './tabs';

const FOLDER = new URL('../../../tests/fixtures/machines/', import.meta.url);

test.each([
  ['{"cpus": [{"cpu": 0}]}', 'lscpu'],
  ['# The following is the parsable format.\n# CPU,Core,Socket,Node\n0,0,0,0\n', 'lscpu'],
  ['\nCPU NODE SOCKET CORE L1d:L1i:L2:L3\n0 0 0 0 0:0:0:0\n', 'lscpu'],
  ['<?xml version="1.0"?>\n<topology>', 'hwloc'],
  ['/sys/devices/system/cpu/online:0-3\n', 'sysfs'],
  ['pack:2 numa:2 l3:1 core:4 pu:1', 'synthetic'],
  ['2 2 4', 'synthetic'],
  ['pu=0-3 core=0,1,2,3', null],
])('%j is of %s', (text, tab) => {
  expect(tabOf(text)).toBe(tab);
});

test('files of hwloc and of the kernel are distinguished', () => {
  const files = readdirSync(FOLDER).filter((name) => /\.(xml|txt)$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files)
    expect(tabOf(readFileSync(new URL(name, FOLDER), 'utf8').slice(0, HEAD)), name).toBe(
      name.endsWith('.xml') ? 'hwloc' : 'sysfs',
    );
});
