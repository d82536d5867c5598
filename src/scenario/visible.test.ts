import { expect, test } from 'vitest';
import { visible } from './visible';

test('control characters and characters that change the direction of text are dropped, others stay', () => {
  expect(visible('a\u202eb\u2066c\u200b\u0007\u001b\ufeff\ud800d')).toBe('abcd');
  for (const text of ['web', 'My box, 2 × 8', '唤醒 💡', 'é;%:-']) expect(visible(text)).toBe(text);
});
