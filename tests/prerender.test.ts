// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { insertPrerendered } from '../scripts/lib/insert-prerendered.mjs';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['null', 'en', undefined],
  ['{"lang":5,"theme":7}', 'en', undefined],
  ['{"lang":"toString"}', 'en', undefined],
  ['{"lang":"zh","theme":"dark"}', 'zh', 'dark'],
  ['{"lang":"zh","theme":"no theme"}', 'zh', undefined],
  ['no JSON', 'en', undefined],
])('the first screen has the chosen theme and language, and appears with any stored value: %s', (kept, lang, theme) => {
  localStorage.setItem('scheduler-playground.look', kept);
  document.body.innerHTML = '<div id="prerendered"></div>';
  const { dataset } = document.documentElement;
  delete dataset.theme;
  // Records the links; nothing is loaded.
  const links: HTMLLinkElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((link) => void links.push(link as HTMLLinkElement));
  insertPrerendered({ en: 'en', zh: 'zh' }, { all: ['a.css'], en: ['en.js'], zh: ['zh.js'] });
  links[0]?.dispatchEvent(new Event('load'));
  const hrefs = links.map((link) => link.getAttribute('href'));
  expect([document.body.textContent, dataset.theme, hrefs]).toEqual([lang, theme, ['a.css', `${lang}.js`]]);
});
