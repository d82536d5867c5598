/** Builds the page in one file into a folder of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function buildOneFile(): string {
  // A folder name with characters that are escaped in an address.
  const folder = mkdtempSync(join(tmpdir(), 'one file '));
  execFileSync('node', [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config',
    'vite.one-file.config.ts',
    '--outDir',
    folder,
    '--logLevel',
    'warn',
  ]);
  return folder;
}
