import { expect, test, vi } from 'vitest';
import { catalogue, language, setLanguage, translated } from '.';

test('if the texts of a language fail to load, the present one stays, also for catalogues loaded later', async () => {
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

test('a catalogue that is opened during a language change uses the present language until the other is loaded', async () => {
  await setLanguage('zh');
  let come = () => {};
  const slow = await translated({
    zh: async () => '慢',
    en: () => new Promise<string>((resolve) => (come = () => resolve('slow'))),
  });
  const coming = setLanguage('en');
  const { t } = await catalogue({ en: async () => ({ open: 'open' }), zh: async () => ({ open: '打开' }) });
  expect([t('open'), slow()]).toEqual(['打开', '慢']);
  come();
  await coming;
  expect([t('open'), slow()]).toEqual(['open', 'slow']);
});

test('at the start only the wanted language is loaded', async () => {
  vi.resetModules();
  const fresh = await import('.');
  const en = vi.fn(async () => 'hello');
  const starting = fresh.setLanguage('zh');
  const word = await fresh.translated({ en, zh: async () => '你好' });
  await starting;
  expect([word(), en.mock.calls.length]).toEqual(['你好', 0]);
});
