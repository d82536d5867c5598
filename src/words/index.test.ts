import { expect, test } from 'vitest';
import { language, setLanguage, translated } from '.';

test('without the words of a language the one in force stays, for what is loaded later, too', async () => {
  let away = true;
  const zh = async () => {
    if (away) throw new Error('no network');
    return '你好';
  };
  const word = await translated({ en: async () => 'hello', zh });
  await expect(setLanguage('zh')).rejects.toThrow('no network');
  expect([language(), word()]).toEqual(['en', 'hello']);
  const later = await translated({ en: async () => 'later', zh });
  expect(later()).toBe('later');
  away = false;
  await setLanguage('zh');
  expect([language(), word(), later()]).toEqual(['zh', '你好', '你好']);
});
