import { expect, test } from 'vitest';
import { readPile } from '../../../tests/own';
import { tabOf } from './tabs';

test.each([
  ['{"cpus": [{"cpu": 0, "core": 0}]}', 'lscpu'],
  ['# The following is the parsable format.\n# CPU,Core,Socket,Node\n0,0,0,0\n', 'lscpu'],
  ['\nCPU NODE SOCKET CORE L1d:L1i:L2:L3\n0 0 0 0 0:0:0:0\n', 'lscpu'],
  ['<?xml version="1.0"?>\n<topology>', 'hwloc'],
  ['/sys/devices/system/cpu/online:0-3\n', 'sysfs'],
  ['pack:2 numa:2 l3:1 core:4 pu:1', 'synthetic'],
  ['2 2 4', 'synthetic'],
  ['available: 1 nodes (0)\nnode 0 cpus: 0 1\nnode distances:\nnode   0\n  0:  10\n', null],
])('%j is of %s', (text, tab) => {
  expect(readPile(text).parts.map(({ name }) => tabOf(name))).toEqual([tab]);
});
