import { expect, test } from 'vitest';
import { knobsOf, POSITIONS, positionOf, valueAt } from './knobs';

const SOURCE = `
const volatile u64 slice_ns = 20000000; /* 1000000 .. 100000000 ns */
const volatile bool steal = true;
const volatile s32 central_cpu = 0; /* 0 .. 7 */
const volatile u32 nr_cpu_ids = 1;
const volatile unsigned int depth = 0x10;
const volatile u32 map[8];
u64 vtime_now = 3;
`;
const NAMES = ['slice_ns', 'steal', 'central_cpu', 'depth', 'vtime_now'];

test('knobs are the constants that are named, with the range of their comment', () => {
  expect(knobsOf(SOURCE, NAMES).map(({ from: _, to: __, ...knob }) => knob)).toEqual([
    { name: 'slice_ns', type: 'u64', value: 20e6, least: 1e6, most: 100e6, unit: 'ns' },
    { name: 'steal', type: 'bool', value: 1, least: 0, most: 1, unit: '' },
    { name: 'central_cpu', type: 's32', value: 0, least: 0, most: 7, unit: '' },
    { name: 'depth', type: 'int', value: 16, least: 1, most: 160, unit: '' },
  ]);
});

test('a knob knows where its value stands', () => {
  const knob = knobsOf(SOURCE, NAMES)[0]!;
  expect(SOURCE.slice(knob.from, knob.to)).toBe('20000000');
});

test('a slider reaches both ends, and a position gives back its value', () => {
  const [wide, , narrow] = knobsOf(SOURCE, NAMES);
  expect([valueAt(wide!, 0), valueAt(wide!, POSITIONS)]).toEqual([1e6, 100e6]);
  expect([valueAt(narrow!, 0), valueAt(narrow!, POSITIONS)]).toEqual([0, 7]);
  for (const position of [0, 37, 100, POSITIONS]) {
    const value = valueAt(wide!, position);
    expect(Math.abs(positionOf(wide!, value) - position)).toBeLessThanOrEqual(3);
    expect(String(value)).toMatch(/^\d{1,2}0*$|^100000000$/);
  }
});
