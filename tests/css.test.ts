/** Faults of style sheets that a person sees and no linter finds. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (name: string): string => readFileSync(`src/${name}`, 'utf8');
const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.css') && name !== 'ui/layers.css');

test('every style sheet is in the layer of its folder: rules outside a layer override all others', () => {
  for (const name of sheets) {
    const [, layer] = /^(?:\/\*.*?\*\/\s*)?@layer (\w+) \{\n.*\n\}\n$/s.exec(read(name)) ?? [];
    expect(layer, name).toBe(/^ui\/(reset|tokens|base)\.css$/.exec(name)?.[1] ?? name.split('/')[0]);
    expect(read(name).match(/^\}$/gm), name).toHaveLength(1);
  }
});

test('no Chinese font draws Latin text: its quotation marks are as wide as a character', () => {
  const [, text = ''] = /--font:([^;]+);/.exec(read('ui/tokens.css')) ?? [];
  const [, mono = ''] = /--font-mono:([^;]+);/.exec(read('ui/tokens.css')) ?? [];
  const before = (list: string, font: string) => list.slice(0, Math.max(0, list.indexOf(font)));
  for (const font of ['PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Source Han Sans SC'])
    for (const latin of ['system-ui', 'Cantarell', 'DejaVu Sans']) expect(before(text, font), font).toContain(latin);
  expect(before(mono, 'Noto Sans Mono CJK SC')).toMatch(/\bmonospace,/);
});

test('vermilion means waste only', () => {
  // CPUs that idle while work waits, queues that others could take from.
  const waste = ['rooms/acts/figures/steal/steal.css', 'rooms/front/loops.css', 'signs/signs.css'];
  const alarming = sheets.filter((name) => name !== 'ui/tokens.css' && /var\(--alarm\b/.test(read(name)));
  expect(alarming.toSorted()).toEqual(waste);
});

test('WebKit shows every underline, and a select in the colour of its pill', () => {
  for (const name of sheets) expect(read(name), name).not.toMatch(/text-decoration:[^;]*\dpx/);
  expect(read('shell/switches.css')).toMatch(/\.pill select \{[^}]*appearance: none/);
});
