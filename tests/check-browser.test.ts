// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHECK, OLDEST } from '../scripts/lib/check-browser.mjs';

const run = new Function(CHECK);
const shown = () => document.getElementById('old-browser')?.textContent ?? null;

beforeEach(() => {
  // What a supported browser has and happy-dom may lack.
  Object.defineProperty(HTMLElement.prototype, 'popover', { value: null, configurable: true });
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal('AbortSignal', { any: () => null });
});
afterEach(() => {
  document.getElementById('old-browser')?.remove();
  vi.unstubAllGlobals();
});

test('a supported browser is told nothing', () => {
  run();
  expect(shown()).toBeNull();
});

test.each(['WebAssembly', 'AbortSignal', 'CSS'])(
  'a browser without %s is told in one sentence what it needs',
  (missing) => {
    vi.stubGlobal(missing, undefined);
    run();
    for (const [name, version] of Object.entries(OLDEST)) expect(shown()).toContain(`${name} ${version}`);
  },
);

test('older browsers can parse the script, and the README names the same versions', () => {
  expect(CHECK).not.toMatch(/=>|`|\b(const|let)\b|\?\.|\?\?/);
  const text = readFileSync('README.md', 'utf8');
  for (const version of [OLDEST.Chrome, `Firefox ${OLDEST.Firefox}`, `Safari ${OLDEST.Safari}`])
    expect(text).toContain(version);
});
