import { expect, test } from 'vitest';
import { lagChartHeight } from '../../../../signs/LagChart';
import { arrange, HISTORY_HEAD, type Room, WORD } from './arrange';

const room: Room = { width: 800, height: 720, lanes: 2, rows: 3, top: () => 30, word: true };

test('beside the text a queue has the full width, and its history below it', () => {
  const { columns, own, history, bare } = arrange(room);
  expect({ columns, own, bare }).toEqual({ columns: 1, own: 800, bare: false });
  expect(history).toBeGreaterThan(40);
});

test('where the figure is low, the lanes stand side by side; on a phone without names', () => {
  expect(arrange({ ...room, width: 976, height: 330 })).toMatchObject({ columns: 2, bare: false });
  expect(arrange({ ...room, width: 358, height: 290, top: () => 64 })).toMatchObject({ columns: 2, bare: true });
});

test('nothing is below the end of the figure, down to the least height of a row', () => {
  for (const height of [300, 420, 500, 600, 720, 900]) {
    const { columns, row, history, down } = arrange({ ...room, height });
    const chart = history > 0 ? HISTORY_HEAD + lagChartHeight(history, 13, true) : 0;
    const lane = 30 + 48 + 3 * row + WORD + chart;
    expect(lane, String(height)).toBeLessThanOrEqual(down - 24 + 1);
    expect(down * (2 / columns) - 24).toBeLessThanOrEqual(height + 1);
    expect(row).toBeGreaterThanOrEqual(22);
  }
});
