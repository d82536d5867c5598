// Formats every document: one sentence a line, at most 100 columns. With --check it changes nothing and fails if a
// document differs.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { formatProse } from './lib/prose.mjs';

const isCheck = process.argv.includes('--check');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
});
const stale = listed
  .split('\n')
  .filter((file) => file && existsSync(file))
  .filter((file) => {
    const text = readFileSync(file, 'utf8');
    const formatted = formatProse(text);
    if (!isCheck && formatted !== text) writeFileSync(file, formatted);
    return formatted !== text;
  });
for (const file of stale) console.log(isCheck ? `${file} is not formatted: npm run fix` : `${file} formatted`);
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
