// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { record } from '../../../tests/decision';
import { HOWS, type How } from '../../scenario/generated/vocab';
import { differenceStore } from '../../state/difference';
import { MostTelling } from './MostTelling';

afterEach(cleanup);

const wake = (chosen: number, how: How) =>
  Uint32Array.from(record({ kind: 'wake', ns: 4e6, task: 7, cpu: 2, about: 9, chosen, why: HOWS.indexOf(how) }));

function textOf(a: How, b: How): string {
  const kinds = [
    { kind: 'wake', distance: 'llc' },
    { kind: 'wake', distance: 'cluster' },
  ] as const;
  const records = [wake(6, a), wake(3, b)];
  const counts = { of: [3, 1], moves: [4, 4], lane: 0, first: [], untilNs: 5e6 } as const;
  differenceStore.setState({ telling: { ...kinds[0], ...counts, ns: 4e6, task: 7, records, kinds } });
  render(<MostTelling />);
  return screen.getByRole('region').textContent ?? '';
}

test('two reasons are shown side by side', () => {
  expect(textOf('llc', 'cluster')).toMatch(
    /A: CPU 6 was chosen because .+LLC met\. B: CPU 3 was chosen because .+cluster\./,
  );
});

test('a shared reason is shown once, with the difference', () => {
  const text = textOf('llc', 'llc');
  expect(text).toMatch(
    /A: wake-up, from CPU 2 to CPU 6 \(same LLC\)\. B: wake-up, from CPU 2 to CPU 3 \(same cluster\)\. The reason is the same/,
  );
  expect(text.split('was chosen because')).toHaveLength(2);
});
