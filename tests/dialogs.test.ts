/** A dialog is opened offline, timed and looked at as all the others are: none is forgotten where they are listed. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WAYS } from '../scripts/lib/dialogs.mjs';
import { SCREENS } from '../scripts/lib/screens.mjs';

const DIALOGS = readFileSync('src/shell/Dialogs.tsx', 'utf8');
const importsOf = (text: string) => [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, path]) => path);
// The compiler wants a case for each.
const NAMES = [...DIALOGS.matchAll(/case '(\w+)':/g)].map(([, name]) => name);

test('every dialog is loaded ahead', () => {
  const ahead = importsOf(readFileSync('src/shell/ahead.ts', 'utf8'));
  const parts = importsOf(DIALOGS);
  expect(parts.length).toBe(NAMES.length);
  expect(parts.filter((part) => !ahead.includes(part))).toEqual([]);
});

test.each([
  ['timed', WAYS],
  ['a screen that is walked', SCREENS],
])('every dialog is %s', (_, listed) => {
  const names = listed.map(({ name }) => name);
  expect(NAMES.length).toBeGreaterThan(10);
  expect(NAMES.filter((name) => !names.includes(name!))).toEqual([]);
});
