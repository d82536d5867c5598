import { expect, test } from 'vitest';
import { setLanguage } from '.';
import { byWords } from './phrases';

test('a Chinese title breaks between words, and never before a particle or a full stop', async () => {
  await setLanguage('zh');
  const parts = byWords('调度器怎样为任务选择 CPU？').split('\u200b');
  expect(parts.join('')).toBe('调度器怎样为任务选择 CPU？');
  expect(parts).toContain('任务');
  for (const part of parts) expect(part).not.toMatch(/^[？的]/);
  await setLanguage('en');
  expect(byWords('Who is near?')).toBe('Who is near?');
});
