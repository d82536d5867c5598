// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { amountOf, ClaimBars } from './ClaimBars';

afterEach(cleanup);

test.each([
  ['1,234', 1234],
  ['−0.4', -0.4],
  ['4.13\u00a0ms', 4.13e6],
  ['91\u00a0ns', 91],
  ['0-3', null],
  ['…', null],
])('%s is the amount %s', (text, amount) => expect(amountOf(text)).toBe(amount));

test('a claim is drawn once both lanes have its figure', () => {
  const bars = { near: { title: 'Near', of: 'of all', unit: '%' }, more: { title: 'More' } };
  render(<ClaimBars bars={bars} figures={{ 'near.a': '20', 'near.b': '80', 'more.a': '3' }} />);
  expect(screen.getAllByRole('table')).toHaveLength(1);
  const [a, b] = screen.getAllByRole('row');
  expect([a?.textContent, b?.textContent]).toEqual(['A20\u00a0%', 'B80\u00a0%']);
  expect(a?.querySelector('i')?.style.inlineSize).toBe('18%');
  expect(b?.querySelector('i')?.style.inlineSize).toBe('72%');
});
