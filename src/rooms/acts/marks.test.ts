import { describe, expect, it } from 'vitest';
import { ACT_NUMBERS } from '../../scenario/acts';
import { type Language, setLanguage } from '../../words';
import { marksOf } from './marks';
import { loadAct } from './steps';

describe('marks', () => {
  it('are words, figures and the text between them', () => {
    expect(marksOf('In {lane:b} it took {slower.b}, {near:llc|between two} ways.')).toEqual([
      { kind: 'plain', text: 'In ' },
      { kind: 'lane', key: 'b', text: 'B' },
      { kind: 'plain', text: ' it took ' },
      { kind: 'figure', name: 'slower.b' },
      { kind: 'plain', text: ', ' },
      { kind: 'near', key: 'llc', text: 'between two' },
      { kind: 'plain', text: ' ways.' },
    ]);
  });

  it('name a part of a figure', () => {
    expect(marksOf('its [smallest domain](#first) first')).toEqual([
      { kind: 'plain', text: 'its ' },
      { kind: 'part', key: 'first', text: 'smallest domain' },
      { kind: 'plain', text: ' first' },
    ]);
  });

  it('of an unknown kind or key stay plain text', () => {
    for (const text of ['{glow:a|x}', '{lane:c|x}', '{move:jump|x}', '{task:9|x}', '{near:far}', '{', '{}']) {
      expect(marksOf(text)).toEqual([{ kind: 'plain', text }]);
    }
  });
});

/** Every text of an act, with its path. */
function textsOf(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words as object).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`));
}

const plainOf = (text: string) => marksOf(text).flatMap((mark) => (mark.kind === 'plain' ? [mark.text] : []));
/** The marks and figures of a text, sorted, since languages differ in their order. */
const marked = (text: string) =>
  [
    ...new Set(
      marksOf(text).flatMap((mark) =>
        mark.kind === 'figure' ? [mark.name] : 'key' in mark ? [`${mark.kind} ${mark.key}`] : [],
      ),
    ),
  ]
    .filter((mark) => !mark.startsWith('term '))
    .sort();

describe.each(ACT_NUMBERS)('act %i', (number) => {
  it('has the same steps, marks and figures in both languages, and none that is unknown', async () => {
    const { words, how, steps } = await loadAct(number);
    const known = await how();
    for (const lang of ['en', 'zh'] as const) await setLanguage(lang);
    const all = (lang: Language) => [...textsOf(words(lang)), ...textsOf(known(lang))];
    const [en, zh] = [all('en'), new Map(all('zh'))];
    expect(zh).not.toEqual(new Map(en));
    for (const [path, text] of en) {
      expect(plainOf(text).join(''), path).not.toMatch(/[{}]/);
      expect(plainOf(zh.get(path) ?? '{').join(''), path).not.toMatch(/[{}]/);
      expect(marked(zh.get(path) ?? ''), path).toEqual(marked(text));
    }
    expect(zh.size).toBe(en.length);
    for (const one of [words, known]) expect(Object.keys(one('en'))).toEqual(steps.map(([name]) => name));
  });

  it('asks a question once, and claims something in every step', async () => {
    const { how, steps } = await loadAct(number);
    await setLanguage('en');
    const all = (await how())('en');
    for (const [name, step] of steps) {
      expect(Object.keys(step.claims), name).toEqual(Object.keys(all[name]?.claims ?? {}));
      expect(Object.keys(step.claims).length, name).toBeGreaterThan(0);
    }
    const questions = steps.filter(([, { answers, sketch }]) => answers || sketch);
    expect(questions).toHaveLength(1);
    for (const [, { answers, expected, sketch }] of questions)
      expect(sketch !== undefined || Object.keys(answers ?? {}).includes(expected ?? '')).toBe(true);
  });
});
