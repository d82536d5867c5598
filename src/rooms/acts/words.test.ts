import { describe, expect, it } from 'vitest';
import { ACT_NUMBERS } from '../../scenario/acts';
import { loadLanguage } from '../../words';
import { marksOf } from './marks';
import { firstSentence } from './readings';
import { loadAct } from './steps';
import type { Act, Claim, Seen, StepWords } from './types';

/** A text as displayed: a figure counts as a word. */
const bare = (text: string): string =>
  marksOf(text)
    .map((mark) => ('text' in mark ? mark.text : '0'))
    .join('');
const termsOf = (text: string) => marksOf(text).flatMap((mark) => (mark.kind === 'term' ? [mark.key] : []));

/** The text of the page before a disclosure is opened or a question answered. */
const wordsOf = ({ text, task, question }: StepWords): string =>
  [text, task?.text ?? '', question?.text ?? ''].map(bare).join(' ');

const words = (text: string): number => text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length;
/** A Chinese character counts as half an English word. */
const characters = (text: string): number => text.match(/[\u4e00-\u9fff]|[A-Za-z0-9_.%]+/g)?.length ?? 0;

const MOST_WORDS = 90;
const MOST_CHARACTERS = 180;

/** Its figures come from runs beside the picture. */
function isBeside(claim: Claim | undefined): boolean {
  let hasQuestion = false;
  const seen = {
    get beside() {
      hasQuestion = true;
      return [];
    },
  };
  try {
    claim?.(seen as Partial<Seen> as Seen);
  } catch {
    // It wants more than that.
  }
  return hasQuestion;
}

/** With its words of both languages. */
async function wholeAct(number: number): Promise<Act> {
  const act = await loadAct(number);
  await act.how();
  await Promise.all([loadLanguage('en'), loadLanguage('zh')]);
  return act;
}

describe.each(ACT_NUMBERS)('act %i', (number) => {
  it('has at most 90 words per step, and as little Chinese', async () => {
    const { words: of } = await wholeAct(number);
    for (const [step, one] of Object.entries(of('en')))
      expect(words(wordsOf(one)), step).toBeLessThanOrEqual(MOST_WORDS);
    for (const [step, one] of Object.entries(of('zh')))
      expect(characters(wordsOf(one)), step).toBeLessThanOrEqual(MOST_CHARACTERS);
  });

  it('has results of the same length', async () => {
    const { words: of } = await wholeAct(number);
    for (const [step, { question, sketch, task }] of Object.entries(of('en'))) {
      for (const text of [question?.after, sketch?.after, task?.done])
        expect(words(bare(text ?? '')), step).toBeLessThanOrEqual(MOST_WORDS);
    }
  });

  it('begins with a whole sentence, which is what a stage shows', async () => {
    const { words: of } = await wholeAct(number);
    for (const lang of ['en', 'zh'] as const)
      for (const [step, { text }] of Object.entries(of(lang))) {
        expect(firstSentence(bare(text)), `${lang} ${step}`).toMatch(/[.?!。？！]$/);
        expect(firstSentence(bare(text)), `${lang} ${step}`).not.toContain('\n');
      }
  });

  it('introduces at most one term per step, explained on the picture at its first use', async () => {
    const { words: of, steps } = await wholeAct(number);
    for (const lang of ['en', 'zh'] as const) {
      for (const [name, step] of steps) {
        const one = of(lang)[name] as StepWords;
        expect(termsOf(one.text), `${lang} ${name}`).toEqual(one.word ? [one.word.term] : []);
        expect(step.word !== undefined, name).toBe(one.word !== undefined);
      }
    }
  });

  it('speaks two languages', async () => {
    const { words: of } = await wholeAct(number);
    expect(Object.values(of('en')).some(({ text }) => /[\u4e00-\u9fff]/.test(text))).toBe(false);
    expect(Object.values(of('zh')).every(({ text }) => /[\u4e00-\u9fff]/.test(text))).toBe(true);
  });

  it('leads to each step by a question, and has a card to share', async () => {
    const { words: of } = await wholeAct(number);
    for (const lang of ['en', 'zh'] as const) {
      const all = Object.values(of(lang));
      expect(all.slice(1).every(({ ask }) => ask && /[?？]$/.test(ask))).toBe(true);
      expect(all.filter(({ card }) => card)).toHaveLength(1);
    }
  });

  it('names figures of the step’s claims only', async () => {
    const { words: of, how, steps } = await wholeAct(number);
    const hows = await how();
    for (const lang of ['en', 'zh'] as const) {
      for (const [name, step] of steps) {
        const { text, question, sketch, task } = of(lang)[name] as StepWords;
        const texts = [text, question?.after, sketch?.after, task?.done, hows(lang)[name]?.how];
        for (const mark of texts.flatMap((one) => marksOf(one ?? ''))) {
          if (mark.kind !== 'figure') continue;
          const claim = mark.name.split('.')[0] ?? '';
          expect(Object.hasOwn(step.claims, claim) && mark.name.includes('.'), `${lang} ${name}: {${mark.name}}`).toBe(
            true,
          );
        }
      }
    }
  });

  it('draws bars of claims that both lanes have', async () => {
    const { words: of, how, steps } = await wholeAct(number);
    const sentences = (await how())('en');
    for (const lang of ['en', 'zh'] as const) {
      for (const [name] of steps) {
        for (const claim of Object.keys((of(lang)[name] as StepWords).bars ?? {})) {
          const figures = marksOf(sentences[name]?.claims[claim] ?? '').flatMap((mark) =>
            mark.kind === 'figure' ? [mark.name] : [],
          );
          expect(figures, `${lang} ${name} ${claim}`).toEqual(expect.arrayContaining(['a', 'b']));
        }
      }
    }
  });

  it('names the moment or run of its figures if a table beside them shows another', async () => {
    const { words: of, steps } = await wholeAct(number);
    for (const [lang, says] of [
      ['en', /\bend\b|Other runs/],
      ['zh', /结束|另外几次/],
    ] as const) {
      for (const [name, { shot, claims }] of steps) {
        // The chart of a queue shows no figures.
        if (shot?.panel !== 'charts') continue;
        for (const paragraph of (of(lang)[name]?.text ?? '').split('\n\n')) {
          const named = marksOf(paragraph).flatMap((mark) =>
            mark.kind === 'figure' ? [mark.name.split('.')[0] ?? ''] : [],
          );
          if (named.some((claim) => isBeside(claims[claim]))) expect(paragraph, `${lang} ${name}`).toMatch(says);
        }
      }
    }
  });
});
