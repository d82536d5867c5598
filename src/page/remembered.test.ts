// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { remember, remembered } from './remembered';

beforeEach(() => localStorage.clear());

test('the chosen theme and language are restored, and invalid values are ignored', () => {
  expect(remembered()).toEqual({ theme: null, lang: null });
  remember({ theme: 'dark', lang: 'zh' });
  expect(remembered()).toEqual({ theme: 'dark', lang: 'zh' });
  const key = localStorage.key(0) ?? '';
  for (const odd of ['{"theme":"pink","lang":7}', 'null', '{', '[]']) {
    localStorage.setItem(key, odd);
    expect(remembered()).toEqual({ theme: null, lang: null });
  }
});

test('if the browser refuses storage, nothing is remembered and nothing breaks', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  remember({ theme: 'dark', lang: null });
  expect(remembered()).toEqual({ theme: null, lang: null });
  vi.unstubAllGlobals();
});
