/** `npm test -- --changed`: where a script changes, what imports it is run. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { QUICK } from '../scripts/lib/tests.mjs';

const listed = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });
const files = [
  ...listed('tests').map((name) => posix.join('tests', name)),
  ...readdirSync('.').filter((name) => name.startsWith('vite')),
].filter((name) => /\.tsx?$/.test(name));

/** The steps that run a file; what is no test is part of any. */
function stepsOf(file: string): readonly string[] {
  if (/\.spec\.ts$/.test(file)) return ['Browser tests'];
  if (/\.test\.tsx?$/.test(file)) return ['Unit tests'];
  return ['Unit tests', 'Browser tests', 'Production build'];
}

const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']*)'/g)]
    .map(([, path = '']) => posix.join(posix.dirname(file), path))
    .filter((script) => script.startsWith('scripts/'))
    .map((script) => ({ file, script })),
);

test('a step that runs what imports a script reads the script', () => {
  expect(imports).toContainEqual({ file: 'vite.config.ts', script: 'scripts/lib/policy.mjs' });
  expect(imports).toContainEqual({ file: 'tests/policy.spec.ts', script: 'scripts/lib/policy.mjs' });
  expect(imports).toContainEqual({ file: 'tests/shrink.test.ts', script: 'scripts/lib/shrink.mjs' });
  const unread = imports.flatMap(({ file, script }) =>
    stepsOf(file)
      .filter((name) => !QUICK.find((step) => step.name === name)?.reads.test(script))
      .map((name) => `${name}: ${file} imports ${script}`),
  );
  expect(unread).toEqual([]);
});

test('a step that is a script of ours reads the script', () => {
  const scripts = QUICK.flatMap(({ name, reads, command: [program, [script = '']] }) =>
    program === 'node' ? [{ name, script, isRead: reads.test(script) }] : [],
  );
  expect(scripts.length).toBeGreaterThan(2);
  expect(scripts.filter(({ isRead }) => !isRead)).toEqual([]);
});
