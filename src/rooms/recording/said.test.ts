import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLanguage } from '../../words';
import { saidInWords } from './said';
import { sentencesZh } from './sentences.zh';

const code = (file: string): string => readFileSync(new URL(`../../../sim-wasm/${file}`, import.meta.url), 'utf8');

/** The kinds of an enumeration, as JSON calls them. */
function kinds(file: string, name: string): string[] {
  const [, body = ''] = new RegExp(`pub enum ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(code(file)) ?? [];
  const names = [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map(([, kind = '']) => kind);
  return names.map((kind) => kind.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase());
}

beforeAll(() => setLanguage('zh'));
afterAll(() => setLanguage('en'));

test('every sentence about a recording or a replay has a Chinese translation', () => {
  const all = [
    ...kinds('recording/src/fault.rs', 'Fault').map((kind) => `fault.${kind}`),
    ...kinds('recording/src/fault.rs', 'Note').map((kind) => `note.${kind}`),
    ...kinds('recording/src/replay.rs', 'Remark').map((kind) => `remark.${kind}`),
    ...kinds('judge/src/fidelity.rs', 'Assumed').map((kind) => `remark.${kind}`),
  ];
  expect(all.length).toBeGreaterThan(60);
  const keys = Object.keys(sentencesZh).filter((key) => !key.startsWith('word.') && !key.includes(' without '));
  expect(keys.sort()).toEqual(all.sort());
});

test('every name of a file that is no recording, and what to do instead, has a Chinese translation', () => {
  const sniff = code('recording/src/sniff.rs');
  const [, table = ''] = /const BINARY[^=]*= \[([\s\S]*?)\n\];/.exec(sniff) ?? [];
  const texts = [
    ...table.matchAll(/, "([^"]+)"|^\s+"([^"]+)"/gm),
    ...sniff.matchAll(/other\(\s*"([^"]+)"(?:,\s*"([^"]+)")?/g),
    ...[sniff, code('recording/src/recording.rs'), code('recording/src/reader.rs')].flatMap((text) => [
      ...text.matchAll(/(?:name: |instead: |let instead = |let of_perf = )"([^"]+)"/g),
    ]),
  ].flatMap(([, first, second]) => [first ?? [], second ?? []].flat());
  const isOption = (text: string) => text === 'fields' || text === 'raw';
  const words = Object.keys(sentencesZh).flatMap((key) => (key.startsWith('word.') ? key.slice('word.'.length) : []));
  const isEncoding = (text: string) => text === 'UTF-16';
  const wanted = new Set(texts.filter((text) => !isOption(text) && !isEncoding(text)));
  expect(words.sort()).toEqual([...wanted].sort());
});

test('a sentence has its values, in the units of the page', () => {
  const said = (kind: 'fault' | 'note' | 'remark', is: string, values: object) =>
    saidInWords(kind, { is, sentence: 'English', ...values });
  expect(said('note', 'lost', { cpu: 1, events: 9554, until: 1623870000000 })).toBe(
    'CPU 1 丢失了 9,554 个事件：到 1623.870000 s 为止，它做了什么无从得知。',
  );
  expect(said('note', 'lost', { cpu: null, events: 2, until: 1e9 })).toBe(
    '丢失了 2 个事件：到 1.000000 s 为止，CPU 做了什么无从得知。',
  );
  expect(said('fault', 'other', { name: 'a picture', instead: 'give the recording itself' })).toBe(
    '这是图片：请放入录制本身。',
  );
  expect(said('note', 'fields', { count: 3, line: 7, said: 'a picture' })).toContain('‹a picture›');
  expect(said('note', 'unheard_of', {})).toBe('English');
});
