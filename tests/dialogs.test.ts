/** The lists of dialogs that the benchmark times and the walk test opens are complete. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DIALOGS } from '../scripts/lib/dialogs.mjs';
import { SCREENS } from '../scripts/lib/screens.mjs';

const SOURCE = readFileSync('src/shell/Dialog.tsx', 'utf8');
// The compiler wants a case for each.
const NAMES = [...SOURCE.matchAll(/case '(\w+)':/g)].map(([, name]) => name);

test.each([
  ['timed', DIALOGS],
  ['a screen that is walked', SCREENS],
])('every dialog is %s', (_, listed) => {
  const names = listed.map(({ name }) => name);
  expect(NAMES.length).toBeGreaterThan(10);
  expect(NAMES.filter((name) => !names.includes(name!))).toEqual([]);
});
