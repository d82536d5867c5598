import { expect, test } from 'vitest';
import { withRows } from '../../tests/own';
import { machineName } from './machines';

const named = (name: string) => machineName(withRows({ name, like: 'xeon', topology: 'pack:1 l3:2 core:4 pu:1' }));

test('a machine has its name and its number of CPUs; without a name, the number once', () => {
  expect(machineName('kunpeng920-24')).toBe('Kunpeng 920 · 24 CPUs');
  expect(named('Desk')).toBe('Desk · 8 CPUs');
  expect(named('8 CPUs')).toBe('8 CPUs');
});
