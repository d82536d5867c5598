import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { version } from '../package.json';
import lock from '../package-lock.json';

test('the page, its lock file, sched and the changelog have the same version', () => {
  expect(lock.packages[''].version).toBe(version);
  for (const manifest of ['sim-wasm/Cargo.toml', 'sim-wasm/fuzz/Cargo.toml']) {
    expect(readFileSync(manifest, 'utf8'), manifest).toMatch(new RegExp(`^version = "${version}"$`, 'm'));
  }
  const [, released] = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  expect(released).toBe(version);
});
