// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Guess, signsOf } from './Guess';
import { REPORT } from './report';

afterEach(cleanup);

const { skill } = REPORT;
/** The numbers of a row of the table: right results by column; null: the rule has none. */
const shown = (origin: string, who: string) => {
  const row = document.querySelector(`[data-origin=${origin}] [data-who=${who}]`);
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => {
    const right = cell.querySelector('.n > span:last-child')?.textContent;
    return right ? Number(right) : null;
  });
};

test('each record is beside the rules without a model, and what was looked up later comes first', () => {
  render(<Guess />);
  const records = [...document.querySelectorAll('tbody')].map(({ dataset }) => dataset.origin);
  expect(records).toEqual(['looked_up_later', 'made_from']);
  for (const origin of ['looked_up_later', 'made_from'] as const) {
    const { today, at_first_sight: first } = skill[origin];
    const right = (score: typeof today) => [
      signsOf(score).right,
      score.gains.right,
      score.zeros.right,
      score.losses.right,
      score.gain_sizes.right,
    ];
    expect(shown(origin, 'today')).toEqual(right(today));
    expect(shown(origin, 'first')).toEqual(right(first));
    expect(shown(origin, 'helps')).toEqual([today.gains.of, today.gains.of, 0, 0, null]);
    expect(shown(origin, 'nothing')).toEqual([today.zeros.of, 0, today.zeros.of, 0, today.gain_sizes.nothing_changes]);
  }
  expect(screen.getAllByRole('row').length).toBe(10);
});

test('the two records have no row in common', () => {
  const { made_from: made, looked_up_later: later } = skill;
  expect(signsOf(later.today).of).toBe(later.distinct_rows);
  expect(signsOf(later.at_first_sight).of).toBe(later.distinct_rows);
  expect(later.distinct_rows).toBeGreaterThan(60);
  expect(signsOf(made.today).of).toBe(made.distinct_rows);
  expect(signsOf(skill.measured_here.today).of, 'no gains').toBe(0);
});
