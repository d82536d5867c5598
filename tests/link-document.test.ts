/** The tables of docs/link.md with lists of the page. `npm run generate` writes them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CHART_IDS } from '../src/scenario/charts';
import { PARTS } from '../src/scenario/link';
import { PRESET_IDS } from '../src/scenario/presets';
import { en } from '../src/words/first.en';

const PATH = resolve('docs/link.md');

/** The document with a table between the two markers of its name. */
function withTable(document: string, name: string, head: string, rows: readonly (readonly [string, string])[]): string {
  const begin = `<!-- generated ${name}: run \`npm run generate\` -->\n`;
  const end = `<!-- end of generated ${name} -->\n`;
  const [before, rest] = document.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (rest === undefined || after === undefined) throw new Error(`docs/link.md lacks the markers of ${name}`);
  const table = [`| ${head} |`, '|---|---|', ...rows.map(([id, title]) => `| \`${id}\` | ${title} |`)];
  return `${before}${begin}\n${table.join('\n')}\n\n${end}${after}`;
}

test('docs/link.md has every chart and every preset, with the title of the page', async () => {
  let document = readFileSync(PATH, 'utf8');
  const charts = CHART_IDS.map((id) => [id, en[`chart.${id}`]] as const);
  document = withTable(document, 'charts', 'Chart | On the page', charts);
  const presets = PRESET_IDS.map((id) => [id, en[`preset.${id}`]] as const);
  document = withTable(document, 'presets', '`p` | On the page', presets);
  await expect(document).toMatchFileSnapshot(PATH);
});

test('docs/link.md names every part of a link', () => {
  const rows = readFileSync(PATH, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(PARTS.length).toBeGreaterThan(20);
  expect(PARTS.map(({ name }) => name).filter((name) => !rows.includes(name))).toEqual([]);
});
