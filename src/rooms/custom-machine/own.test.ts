import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withRows } from '../../../tests/own';
import { setLanguage } from '../../words';
import { countsOf, topologyOf } from './levels';
import { partsOf } from './parts';
import { differenceInWords, faultInWords, saidInWords } from './said';
import { sentencesZh } from './sentences.zh';

const machine = (topology: string, more: object = {}) => withRows({ name: 'Mine', like: 'xeon', topology, ...more });

const snake = (name: string) => name.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The kinds of an enumeration of the readers, as JSON calls them. */
function kinds(file: string, name: string): string[] {
  const code = readFileSync(new URL(`../../../sim-wasm/readers/src/${file}`, import.meta.url), 'utf8');
  const [, body = ''] = new RegExp(`pub enum ${name} \\{\\n([^]*?)\\n\\}`).exec(code) ?? [];
  const names = [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map(([, kind = '']) => kind);
  return names.map(snake);
}

test('every sentence of the readers has a Chinese translation', () => {
  const all = [
    ...kinds('said.rs', 'NotSaid'),
    ...kinds('fault.rs', 'What')
      .filter((kind) => kind !== 'topology')
      .map((kind) => kind.replace(/^distances$/, 'distances_count')),
    ...kinds('costs.rs', 'NotTaken'),
    ...kinds('rtapp.rs', 'NotTaken'),
    ...kinds('containers.rs', 'NotTaken'),
    ...kinds('domains/check.rs', 'Difference').map((kind) => `differs.${kind}`),
    ...kinds('../../core/src/machine/topology.rs', 'TopologyFault').map((kind) => `topology.${kind}`),
  ];
  expect(all.length).toBeGreaterThan(80);
  const isForm = / (?:numbered|without \w+)$/;
  const sentences = Object.keys(sentencesZh).filter((key) => !key.startsWith('word.') && !isForm.test(key));
  expect(sentences.sort()).toEqual([...new Set(all)].sort());
});

/** Names that are not translated: of files, of their fields, and from the output of programs. */
const NAMES =
  /^(?:CPU|CPU\(s\)|PU|book|drawer|type|version|os_index|period|physical_package_id|core_id|die_id|write|read|wake-up|switch|line|or|\/proc\/\w+)$/;

/** The levels of a synthetic description of which there is one. */
function levelsOnce(): string[] {
  const code = readFileSync(new URL('../../../sim-wasm/core/src/machine/synthetic.rs', import.meta.url), 'utf8');
  const [, body = ''] = /pub enum Kind \{\n([\s\S]*?)\n\}/.exec(code) ?? [];
  const [, many = ''] = /let once = !matches!\(kind, (.*)\);/.exec(code) ?? [];
  const once = [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].flatMap(([, name = '']) => (many.includes(name) ? [] : [name]));
  expect(once).toContain('Package');
  expect(once).not.toContain('Cache');
  return once;
}

/** The words that the readers put into their sentences; {} is text of the file. */
function wordsOfReaders(): string[] {
  const folder = new URL('../../../sim-wasm/', import.meta.url);
  const sources = readdirSync(new URL('readers/src', folder), { recursive: true, encoding: 'utf8' });
  // The command line alone prints the sentences of these.
  const untold = ['containers.rs', 'rtapp_out.rs'];
  const told = sources.filter((name) => name.endsWith('.rs') && !untold.includes(name));
  const files = told.map((name) => `readers/src/${name}`);
  const code = [...files, 'core/src/machine/notation.rs']
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  const all = (pattern: RegExp) => {
    const found = [...code.matchAll(pattern)].map(([, text = '']) => text);
    expect(found, String(pattern)).not.toHaveLength(0);
    return found;
  };
  const containers = readFileSync(new URL('readers/src/containers.rs', folder), 'utf8');
  return [
    // The form of a text about containers, which the page names.
    ...[...containers.matchAll(/Self::\w+ => "(a [^"]+)"/g)].map(([, form = '']) => form),
    // The subject of a sentence, by name, and among several.
    ...all(/\b(?:of|about|belongs|known|(?:Other|Missing) \{ name): "([^"]+)"/g),
    // The fact about which texts contradict each other, the levels by distance, and the texts without a tool's name.
    ...all(/\bonce\(node, [^"\n]+, "([^"]+)"\)/g),
    ...all(/\bcontradiction\("([^"]+)"/g),
    ...all(/\bjoin\("([^"]+)", &mut/g),
    ...all(/^ {4}\(Field::\w+, "([^"]+)"/gm),
    ...all(/\.note\("([^"]+)"/g),
    ...all(/\bSome\("((?:[a-z]+ )+[A-Za-z0-9-]+|sockets)"\)/g),
    ...all(/\b(?:SOURCE: &str =|source:) "(the [^"]+)"/g),
    ...all(/\bANOTHER: &str = "([^"]+)"/g),
    ...all(/\bOk\([^)]+\) => "(a [^"]+)"/g),
    ...all(/^ +\(?"((?:phases|events) of [^"]+)",/gm),
    ...levelsOnce(),
    // The unit of a number, and shared resources.
    ...all(/\bnumber(?:_of)?\([^"\n]+, "([^"]+)"\)/g),
    ...all(/\bid\([^"\n]+, "([^"]+)"\)/g),
    ...all(/\.of\(number, cpus, "([^"]+)"\)/g),
    ...all(/\bget\("([^"]+)"\)\?/g),
    // The form of a file, and another kind of file.
    ...all(/^ +\(b?"[^"]+", "([^"]*[a-z][^"]*)"\),$/gm),
    // A text for another part of the page, and who reads it.
    ...all(/\(\("(a [^"]+)", "“[^"]+"\)\)/g),
    ...all(/\(\("a [^"]+", "(“[^"]+)"\)\)/g),
    // A position, and the words around text of the file.
    ...all(/\bfields\(document, "([^"]+)"\)/g),
    ...all(/\bformat!\("([^"]*[a-z]{2} [^"]*)"/g),
    ...all(/Self::\w+(?: \{ (?:word|characters|level, cpu) \})? => \{?\s*write!\(f, "([^"]*[a-z][^"]*)"\)/g).filter(
      (text) => /“|at most \{LONGEST_TEXT/.test(text),
    ),
  ].map((text) => text.replace(/\{\w+\}/g, '{}'));
}

test('every word that the readers insert has a Chinese translation, and no translation is unused', () => {
  const words = new Set(wordsOfReaders());
  // Levels of a machine, which a sentence of the topology names.
  for (const level of kinds('../../core/src/machine/topology.rs', 'Level')) words.add(level);
  const known = Object.keys(sentencesZh).flatMap((key) => (key.startsWith('word.') ? [key.slice('word.'.length)] : []));
  expect(known.sort()).toEqual([...words].filter((word) => !NAMES.test(word)).sort());
});

test('a sentence has a form without an unknown value', () => {
  const optional = [
    ['fault.rs', 'What', ''],
    ['domains/check.rs', 'Difference', 'differs.'],
  ].flatMap(([file = '', name = '', prefix = '']) => {
    const code = readFileSync(new URL(`../../../sim-wasm/readers/src/${file}`, import.meta.url), 'utf8');
    const [, body = ''] = new RegExp(`pub enum ${name} \\{\\n([^]*?)\\n\\}`).exec(code) ?? [];
    return [...body.matchAll(/^ {4}([A-Z]\w*) \{([^}]*Option[^}]*)\}/gm)].flatMap(([, kind = '', fields = '']) =>
      [...fields.matchAll(/(\w+): Option/g)].map(([, field]) => `${prefix}${snake(kind)} without ${field}`),
    );
  });
  expect(optional).toEqual([
    'no_text without looks',
    'matrix_nearest without suggests',
    'matrix_order without suggests',
    'matrix_wide without suggests',
    'differs.only_seen without span',
  ]);
  expect(Object.keys(sentencesZh)).toEqual(expect.arrayContaining(optional));
});

describe('in Chinese', () => {
  beforeAll(() => setLanguage('zh'));
  afterAll(() => setLanguage('en'));

  const fault = (what: object, element: string | null = null, line: number | null = null) =>
    faultInWords({ line, element, what: what as never, sentence: '' });
  const differs = (difference: object) => differenceInWords({ cpus: '0-3', sentence: '', ...difference } as never);

  test('the patterns of words are compiled once, not for every sentence', () => {
    const differs = { is: 'no_text', looks: 'column 3 of something' };
    fault(differs);
    const compiled = vi.spyOn(globalThis, 'RegExp');
    fault(differs);
    fault({ ...differs, looks: 'node 7' });
    const times = compiled.mock.calls.length;
    compiled.mockRestore();
    expect(times).toBe(0);
    expect(fault({ ...differs, looks: 'node 7' })).toBe('这不是 UTF-8 文本，而是节点 7。');
  });

  test('a sentence contains all parameters of the English one and is never empty', () => {
    expect(fault({ is: 'no_text', looks: null })).toBe('这不是 UTF-8 文本。');
    expect(fault({ is: 'no_text', looks: 'an archive of gzip: unpack it' })).toBe(
      '这不是 UTF-8 文本，而是gzip 压缩包：请先解压。',
    );
    expect(differs({ is: 'only_seen', span: null })).toBe('CPU 0-3：内核建立了一级调度域，这里没有');
    expect(differs({ is: 'only_seen', span: '0-7' })).toBe('CPU 0-3：内核建立了 0-7，这里没有');
    const flags = { is: 'flags', only_seen: ['A', 'B'], only_built: ['C'] };
    expect(differs(flags)).toBe('CPU 0-3：只有内核有的标志：A、B；只有这里有的：C');
    expect(differs({ ...flags, only_built: [] })).toBe('CPU 0-3：只有内核有的标志：A、B');
    expect(differs({ ...flags, only_seen: [] })).toBe('CPU 0-3：只有这里有的标志：C');
    const far = { is: 'topology', fault: 'distance', from: 1, to: 2, distance: 300 };
    expect(fault(far)).toBe('节点 1 到节点 2 的距离是 300；允许 10 到 254。');
  });

  test('a thing has a number, a quantity a value, and quoted text of the file is unchanged', () => {
    expect(fault({ is: 'no_number', said: 'node', of: 'node' }, 'node', 3)).toBe(
      '第 3 行，node：“node”不是节点的编号。',
    );
    expect(fault({ is: 'no_number', said: 'x', of: 'distance' }, 'node 7')).toBe('节点 7：“x”不是距离的数值。');
    expect(fault({ is: 'negative', said: '-1', of: 'count' })).toBe('数目是 -1；不能为负。');
    expect(fault({ is: 'negative', said: '-1', of: 'CPU' })).toBe('CPU的编号是 -1；不能为负。');
    expect(fault({ is: 'syntax', said: 'the column NODE is there twice' })).toBe('无法读取：NODE 列出现了两次。');
    expect(fault({ is: 'syntax', said: '“x” is not understood.' })).toBe('无法读取：不认识“x”。');
    expect(fault({ is: 'refused', name: 'tasks' })).toBe('tasks 没有建模。');
    expect(fault({ is: 'missing', name: 'os_index' }, 'Core', 2)).toBe('第 2 行，Core：缺少os_index。');
    expect(fault({ is: 'refused', name: 'timer t, the second of this task,' })).toBe(
      '该任务的第二个定时器 t 没有建模。',
    );
    expect(saidInWords({ is: 'local_distance', said: 11, sentence: '' })).toBe('节点到自身的距离说是 11：视为 10。');
  });
});

test('boxes hold every CPU once, under its number', () => {
  const uneven = machine('pu=0-5,8-11,300 core=0,3/1,4/2,5 l2=0-1,3-4 l3=0-5/8-11/300 numa=0@0-5/8@8-11,300/252@', {
    capacities: '0-5:1024 8-11,300:446',
  });
  const { boxes, cpus, caches, clusters, capacities } = partsOf(uneven);
  const drawn = boxes.flatMap((node) =>
    node.caches.flatMap((cache) => cache.clusters.flatMap((one) => one.cores.flatMap((core) => core.cpus))),
  );
  expect(drawn.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 300]);
  expect(boxes.map(({ number }) => number)).toEqual([0, 8]);
  expect({ cpus, caches, clusters }).toEqual({ cpus: 11, caches: 3, clusters: 1 });
  expect([capacities[0], capacities[300]]).toEqual([1024, 446]);
});

test('a node of several sockets is drawn in each of them', () => {
  const { boxes, nodes, sockets } = partsOf(machine('numa:1 pack:2 core:4 pu:1'));
  expect({ nodes, sockets }).toEqual({ nodes: 1, sockets: 2 });
  expect(boxes.map(({ socket, cpus }) => [socket, cpus.length])).toEqual([
    [0, 4],
    [1, 4],
  ]);
});

test('the counts of a regular machine can be changed and restored', () => {
  const counts = countsOf('pack:2 numa:1 l3:1 core:10 pu:2(indexes=2*20:1*2)');
  expect(counts).toEqual({ pack: 2, numa: 1, l3: 1, l2: 0, core: 10, pu: 2 });
  if (counts === null) throw new Error('a regular machine');
  expect(topologyOf({ ...counts, core: 4 })).toBe('pack:2 numa:1 l3:1 core:4 pu:2(indexes=2*8:1*2)');
  expect(partsOf(machine(topologyOf({ ...counts, core: 4 }))).cpus).toBe(16);
  expect(countsOf('pu=0-3 core=0-1/2-3')).toBeNull();
});
