import { expect, test } from 'vitest';
import { EFFECTS, nearest, SERIES, WRONG } from './effects';
import { signsOf } from './Guess';
import { REPORT } from './report';

test('the drawn numbers of right, open and wrong rows are those of the report', () => {
  const { made_from, looked_up_later, measured_here } = REPORT.skill;
  const records = [made_from, looked_up_later, measured_here];
  const signs = records.map(({ today }) => signsOf(today));
  const sum = (of: 'right' | 'open' | 'wrong') => signs.reduce((total, one) => total + one[of], 0);
  const count = (stands: string) => EFFECTS.filter((effect) => effect.stands === stands).length;
  expect(count('right')).toBe(sum('right'));
  expect(count('open')).toBe(sum('open'));
  expect(WRONG.length).toBe(sum('wrong'));
  expect(count('right') + count('open') + count('wrong')).toBe(
    records.reduce((total, { distinct_rows }) => total + distinct_rows, 0),
  );
});

test('the effects of each kind are those that are drawn', () => {
  const of = (family: string, load: string, isLater: boolean) =>
    EFFECTS.filter(
      ({ about, row, stands }) =>
        row.kind?.family === family &&
        row.kind.load === load &&
        ['right', 'open', 'wrong'].includes(stands) &&
        (!isLater || about.origin === 'looked_up_later'),
    ).length;
  expect(REPORT.kinds.length).toBeGreaterThan(8);
  for (const { family, load, of: all, looked_up_later } of REPORT.kinds) {
    expect([all, looked_up_later.of], `${family} ${load}`).toEqual([of(family, load, false), of(family, load, true)]);
  }
  expect(REPORT.kinds.reduce((sum, { of }) => sum + of, 0)).toBe(
    EFFECTS.filter(({ stands }) => ['right', 'open', 'wrong'].includes(stands)).length,
  );
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
