import { expect, test } from 'vitest';
import { leftUntil } from './Speaker';

const at = (hours: number, minutes: number) => new Date(2026, 0, 5, hours, minutes);
const minutesLeft = (until: string, now: Date) => leftUntil(until, now) / 60_000;

test('the time left of a talk goes over midnight, and is negative in the hour after its end', () => {
  expect(minutesLeft('10:30', at(10, 0))).toBe(30);
  expect(minutesLeft('10:30', at(10, 45))).toBe(-15);
  expect(minutesLeft('00:10', at(23, 50))).toBe(20);
  expect(minutesLeft('23:50', at(0, 5))).toBe(-15);
  expect(minutesLeft('09:00', at(21, 0))).toBe(12 * 60);
});
