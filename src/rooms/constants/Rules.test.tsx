// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import { rulesOf } from '../../scenario/rules';
import { RulesTable } from './Rules';

afterEach(cleanup);

/** The cells of a rule: the kernel's, then those of the lanes. */
function cells(scenario: (typeof PRESETS)['turns'], key: string) {
  render(<RulesTable rules={rulesOf(scenario)} scenario={scenario} changed={new Set()} />);
  const row = screen.getByText(key).closest('tr')!;
  const found = within(row)
    .getAllByRole('cell')
    .slice(0, 3)
    .map((cell) => cell.querySelector('select, input') ?? cell.textContent?.trim());
  cleanup();
  return found;
}

test('a rule of one scheduler is not shown for kernels with another one and cannot be set there', () => {
  // 6.5, the last with CFS, beside 6.12.
  const { turns } = PRESETS;
  expect(cells(turns, 'delay_dequeue')).toEqual(['on', '–', expect.any(HTMLSelectElement)]);
  expect(cells(turns, 'base_slice')).toEqual(['–', expect.any(HTMLSelectElement), '–']);
  expect(cells(turns, 'base_slice_us').slice(0, 2)).toEqual(['700 µs', '–']);
  // The value of both lanes.
  expect(cells(turns, 'busy_factor').slice(1)).toEqual([expect.any(HTMLInputElement), expect.any(HTMLInputElement)]);
});

test('a rule from a link that does not apply, or equals the default, is shown and can be reset', () => {
  const { turns } = PRESETS;
  const [a, b] = turns.lanes;
  const given = { ...turns, lanes: [{ ...a!, rules: { delay_dequeue: false, newidle_gate: false } }, b!] };
  for (const key of ['delay_dequeue', 'newidle_gate']) {
    expect((cells(given, key)[1] as HTMLSelectElement).value, key).toBe('false');
  }
});
