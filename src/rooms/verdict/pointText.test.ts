import { expect, test } from 'vitest';
import { found } from '../../engine/batch/compared';
import { PRESETS } from '../../scenario/presets';
import { unknown } from '../../state/studies';
import type { GainPoint } from '../../state/verdict';
import { setLanguage } from '../../words';
import { pointText } from './pointText';

function point(load: number, tasks: number, mean: number, half: number): GainPoint {
  const gain = { mean, half, n: 4 };
  return { load, tasks, known: { ...unknown(4), finding: found('rate', gain) }, gain, apart: true };
}

test('one group is no groups, and one task no tasks', async () => {
  expect(pointText(PRESETS.steal, point(1, 40, 5, 1))).toBe('1 group (40 tasks): B gains 5.0 ± 1.0 %');
  expect(pointText(PRESETS.steal, point(3, 120, -5, 1))).toBe('3 groups (120 tasks): B loses 5.0 ± 1.0 %');
  expect(pointText(PRESETS.turns, point(1, 1, 5, 1))).toBe('1 task: B gains 5.0 ± 1.0 %');
  // If the load is part of the tasks, the text names all tasks once.
  expect(pointText(PRESETS.turns, point(0, 8, 5, 1))).toBe('8 tasks: B gains 5.0 ± 1.0 %');
  await setLanguage('zh');
  expect(pointText(PRESETS.steal, point(1, 40, 5, 1))).toBe('1 组（40 个任务）：B 多 5.0 ± 1.0 %');
  await setLanguage('en');
});

test('waits stand side by side', async () => {
  const estimate = (mean: number) => ({ mean, half: 0, n: 4 });
  const beside = { a: estimate(0), b: estimate(4.1e6), apart: estimate(4.1e6) };
  const gainPoint = point(1, 3, -100, 0);
  const finding = found('p99', estimate(100), beside);
  const waits = { ...gainPoint, known: { ...gainPoint.known, figure: 'p99', finding } } as const;
  expect(pointText(PRESETS.debt, waits)).toBe('3 tasks: A 0, B 4.1 ms');
  await setLanguage('zh');
  expect(pointText(PRESETS.debt, waits)).toBe('3 个任务：A 0，B 4.1 ms');
  await setLanguage('en');
});

test('a load with few seeds has no “no difference”', () => {
  const at = (n: number): string => {
    const gain = { mean: 0.1, half: 0.5, n };
    const known = { ...unknown(n), finding: found('rate', gain) };
    return pointText(PRESETS.debt, { load: 1, tasks: 3, known, gain, apart: false });
  };
  expect([4, 15, 16].map(at)).toEqual(['3 tasks: undecided', '3 tasks: undecided', '3 tasks: no difference']);
});

test('a reduction does not exceed 100 %', () => {
  const elapsed = (mean: number): GainPoint => {
    const gainPoint = point(1, 3, mean, 3);
    return { ...gainPoint, known: { ...gainPoint.known, figure: 'elapsed' } };
  };
  const gains = [elapsed(99), elapsed(-99), point(1, 3, 99, 3), point(1, 3, -99, 3)].map((gainPoint) =>
    pointText(PRESETS.debt, gainPoint).replaceAll('\u00a0', ' ').replace('3 tasks: ', ''),
  );
  expect(gains).toEqual([
    'B gains 96.0 to 100 %',
    'B loses 99.0 ± 3.0 %',
    'B gains 99.0 ± 3.0 %',
    'B loses 96.0 to 100 %',
  ]);
});

test('a narrow interval has enough digits to be visible', () => {
  expect(pointText(PRESETS.steal, point(2, 80, 37.9412, 0.04))).toBe('2 groups (80 tasks): B gains 37.94 ± 0.04 %');
});
