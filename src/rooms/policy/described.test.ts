import { describe, expect, test } from 'vitest';
import { policy_check, policy_words } from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { isBuilt } from '../../../tests/simulator';
import '../../../tests/tools';
import { readdirSync, readFileSync } from 'node:fs';
import type { Checked, Word } from '../../engine/policy';
import { setLanguage } from '../../words';
import { describedEn } from './described.en';
import { STARTERS } from './lesson';
import { sentenceOf } from './problem';
import { described, nouns, problems } from './sentences.zh';

const RELEASES = ['6.12', '6.18', '7.1'] as const;

describe.skipIf(!isBuilt('tools/sched_tools_bg.wasm'))('the checker', () => {
  test('every hook and function has a sentence in both languages, and no other word has one', () => {
    const names = new Set(
      RELEASES.flatMap((release) => (JSON.parse(policy_words(release)) as Word[]).map(({ name }) => name)),
    );
    expect(Object.keys(describedEn).sort()).toEqual([...names].sort());
    expect(Object.keys(described).sort()).toEqual([...names].sort());
  });

  test.each(RELEASES)('every starter passes without a warning under %s', (release) => {
    for (const id of STARTERS) {
      const source = readFileSync(new URL(`../../../examples/policies/${id}.bpf.c`, import.meta.url), 'utf8');
      const { problems, knobs } = JSON.parse(policy_check(source, release)) as Checked;
      expect(problems, id).toEqual([]);
      expect(knobs).toContain('slice_ns');
      expect(knobs).not.toContain('nr_cpu_ids');
    }
  });

  test('a problem has its place, its kind and a sentence', () => {
    const { problems } = JSON.parse(policy_check('int f(void)\n{\n\treturn soon;\n}\n', '6.18')) as Checked;
    expect(problems).toContainEqual(
      expect.objectContaining({ line: 3, column: 9, length: 4, is: 'undeclared', severity: 'error' }),
    );
  });
});

test('every kind of problem has its Chinese', () => {
  const source = readFileSync(new URL('../../../sim-wasm/policy/src/problem.rs', import.meta.url), 'utf8');
  const kinds = Array.from(
    source.matchAll(/^ {4}(?:Error|Warning) (\w+).*?"(.*)";$/gm),
    ([, kind = '', text = '']) => ({
      kind: kind.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
      text,
    }),
  );
  expect(kinds.length).toBeGreaterThan(90);
  expect(
    Object.keys(problems)
      .filter((kind) => kind !== 'meant')
      .sort(),
  ).toEqual(kinds.map(({ kind }) => kind).sort());
  const values = (text: string) => Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => name).sort();
  for (const { kind, text } of kinds) expect(values(problems[kind] ?? ''), kind).toEqual(values(text));
});

test('every noun of the checker that stands for a word of the source has its Chinese', async () => {
  const folder = new URL('../../../sim-wasm/policy/src/', import.meta.url);
  const code = readdirSync(folder, { encoding: 'utf8' })
    .filter((file) => /^(?:parse|generate|types)\.rs$/.test(file))
    .map((file) => readFileSync(new URL(file, folder), 'utf8').replaceAll(/^\s*(?:\/\/.*|#\[.*\])$/gm, ''))
    .join('\n');
  const found = Array.from(code.matchAll(/"((?:an?|the)(?: [a-z]+|(?: \{kind\}))+)"/g), ([, noun = '']) => noun);
  const all = found.flatMap((noun) => ['struct', 'union'].map((kind) => noun.replace('{kind}', kind)));
  expect([...new Set(all)].sort()).toEqual(Object.keys(nouns).sort());
  await setLanguage('zh');
  const problem = { line: 1, column: 1, length: 1, severity: 'error', sentence: '' } as const;
  expect(sentenceOf({ ...problem, is: 'expected', expected: 'a name', found: 'the end' })).toBe('末尾 之前应有 名字。');
  expect(sentenceOf({ ...problem, is: 'convert', from: 'an unnamed struct *', to: 'int' })).toBe(
    '无名结构体 * 不能转换为 int。',
  );
  expect(sentenceOf({ ...problem, is: 'said', text: 'a name' })).toBe('#error：a name');
  await setLanguage('en');
});
