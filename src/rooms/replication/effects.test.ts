import { expect, test } from 'vitest';
import { EFFECTS, nearest, SERIES, WRONG } from './effects';
import { REPORT } from './report';

test('the drawn numbers of right, open and wrong rows are those of the report', () => {
  const { gains, zeros, losses, distinct_rows } = REPORT.skill;
  const count = (stands: string) => EFFECTS.filter((effect) => effect.stands === stands).length;
  expect(count('right')).toBe(gains.right + zeros.right + losses.right);
  expect(count('open')).toBe(gains.open + zeros.open + losses.open);
  expect(count('right') + count('open') + count('wrong')).toBe(distinct_rows);
  expect(WRONG.length).toBe(count('wrong'));
});

test('every simulated row keeps its first result', () => {
  const simulated = REPORT.rows.filter(({ simulated }) => simulated !== null);
  expect(simulated.length).toBeGreaterThan(700);
  for (const { table, row, at_first_sight } of simulated)
    expect(at_first_sight?.simulated, `${table} ${row}`).toBeTypeOf('number');
});

test('a pointer finds the nearest effect, and none that is far', () => {
  const [one, other] = SERIES.flatMap(({ effects }) => effects);
  const at = (effect: unknown): [number, number] => (effect === one ? [0, 0] : [10, 0]);
  expect(nearest([one!, other!], at, [4, 0], 16)).toBe(one);
  expect(nearest([one!, other!], at, [7, 3], 16)).toBe(other);
  expect(nearest([one!, other!], at, [40, 0], 16)).toBeNull();
  // Below and above: of two that are as far the first.
  const below = (effect: unknown): [number, number] => [0, effect === one ? 30 : 10];
  expect(nearest([one!, other!], below, [0, 22], 16)).toBe(one);
  expect(nearest([one!, other!], below, [0, 20], 16)).toBe(one);
});
