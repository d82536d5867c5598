// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { loadLanguage } from '../../words';
import { signed } from '../../words/format';
import record from './generated/record.json';
import { gainsIn, Record } from './Record';

afterEach(cleanup);

test('the published gains stand beside ours, with their intervals', async () => {
  await loadLanguage('en');
  const about = record['s000-hackbench-1node'];
  const { container } = render(<Record table="s000-hackbench-1node" />);
  const gains = gainsIn(about);
  expect(gains.map(({ load }) => load)).toEqual(['-g 1', '-g 2', '-g 3', '-g 4']);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual(
    gains.map(
      ({ published, simulated, half }, i) =>
        `${i + 1} × 40 tasks${signed(published)} %${signed(simulated)} ± ${half.toFixed(1)} %`,
    ),
  );
  expect(container.querySelectorAll('.record-bar')).toHaveLength(8);
  expect(container.querySelectorAll('.record-spread')).toHaveLength(4);
});

test('two variants without a curve are bars from zero, in the mail and here', async () => {
  await loadLanguage('en');
  render(<Record table="s004-false-sharing-2threads" />);
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Ain the mail0\.83$/),
    expect.stringMatching(/^Bin the mail1\.13 · \+36\s%$/),
    expect.stringMatching(/^Ahere0\.\d\d$/),
    expect.stringMatching(/^Bhere1\.\d\d · \+\d\d\s%$/),
  ]);
});
