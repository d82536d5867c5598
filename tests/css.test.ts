/** What holds for every style sheet: small, in the layer of its folder, and nothing placed by its ordinal. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';

const src = new URL('../src/', import.meta.url);
const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
const read = (name: string): string => readFileSync(new URL(name, src), 'utf8');
const sheets = names.filter((name) => name.endsWith('.css') && name !== 'ui/layers.css');
const modules = names.filter((name) => /\.tsx?$/.test(name));

const MOST_LINES = 300;

/** The layer of a file: some of ui/ come before all components. */
function layerOf(name: string): string {
  const first = /^ui\/(reset|tokens|base)\.css$/.exec(name)?.[1];
  return first ?? name.split('/')[0] ?? '';
}

/** The rules of a sheet, wherever they are nested. */
function rulesOf(name: string): { selector: string; properties: string[] }[] {
  const css = read(name).replace(/\/\*.*?\*\//gs, '');
  return Array.from(css.matchAll(/([^{};]+)\{([^{}]*)\}/g), ([, selector = '', body = '']) => ({
    selector: selector.trim().replace(/\s+/g, ' '),
    properties: Array.from(body.matchAll(/(?:^|;)\s*([-\w]+)\s*:/g), ([, property = '']) => property),
  }));
}

const ORDINAL = /:(?:nth-|(?:first|last|only)-(?:child|of-type))/;
/** How a part looks, as against where it is and whether it is there. */
const LOOK = /^(?:border|background|color|font|margin|padding)/;

test('the order of the layers stands once, and names every folder with sheets', () => {
  const [, order = ''] = /^@layer ([\w, ]+);$/m.exec(read('ui/layers.css')) ?? [];
  expect(order.split(', ')).toEqual(['reset', 'tokens', 'base', 'ui', 'signs', 'rooms', 'shell']);
  expect(read('shell/main.tsx')).toMatch(/^import '\.\.\/ui\/layers\.css';/);
});

test.each(sheets)('%s is small, and all of it is in the layer of its folder', (name) => {
  const css = read(name);
  expect(css.split('\n').length - 1).toBeLessThanOrEqual(MOST_LINES);
  const [, layer] = /^(?:\/\*.*?\*\/\s*)?@layer (\w+) \{\n.*\n\}\n$/s.exec(css) ?? [];
  expect(layer).toBe(layerOf(name));
  // Nothing stands after the end of the layer.
  expect(css.match(/^\}$/gm)).toHaveLength(1);
});

test.each(sheets)('%s places nothing by its ordinal', (name) => {
  const placed = rulesOf(name).filter(
    ({ selector, properties }) => ORDINAL.test(selector) && !properties.every((property) => LOOK.test(property)),
  );
  expect(placed).toEqual([]);
});

test.each(sheets)('%s is imported by a module beside it, or by what begins the page', (name) => {
  const by = modules.filter((module) => {
    const paths = Array.from(read(module).matchAll(/^import '([^']+\.css)';$/gm), ([, path = '']) => path);
    return paths.some((path) => new URL(path, new URL(module, src)).href === new URL(name, src).href);
  });
  expect(by).not.toEqual([]);
  if (/^(?:rooms|shell)\//.test(name)) {
    const beside = by.filter((module) => dirname(module) === dirname(name) || dirname(module) === 'shell');
    expect(beside, `${basename(name)} is imported by ${by}`).not.toEqual([]);
  }
});

test('classes are called after the rooms as they are', () => {
  for (const name of sheets)
    for (const { selector } of rulesOf(name)) expect(selector).not.toMatch(/\.(?:theatre|truth|lens|story)\b/);
});

test('a Chinese font never draws what a Latin one can: its quotation marks are as wide as a character', () => {
  const [, text = ''] = /--font:([^;]+);/.exec(read('ui/tokens.css')) ?? [];
  const [, mono = ''] = /--font-mono:([^;]+);/.exec(read('ui/tokens.css')) ?? [];
  const before = (list: string, font: string) => list.slice(0, Math.max(0, list.indexOf(font)));
  for (const font of ['PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Source Han Sans SC'])
    expect(before(text, font), font).toContain('system-ui');
  expect(before(mono, 'Noto Sans Mono CJK SC')).toMatch(/\bmonospace,/);
});

test('vermilion is for what is wasted, and for what wastes: nothing that is wrong or dangerous has it', () => {
  // CPUs that idle while work waits, queues that others could take from.
  const waste = ['rooms/front/loops.css', 'signs/signs.css'];
  expect(sheets.filter((name) => name !== 'ui/tokens.css' && /var\(--alarm\b/.test(read(name))).toSorted()).toEqual(
    waste,
  );
});
