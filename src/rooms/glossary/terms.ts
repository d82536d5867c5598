/** Reads the table of `docs/glossary.md`. */
import type { Language } from '../../scenario/link';

type Both = Readonly<Record<Language, string>>;

export interface Term {
  readonly name: Both;
  readonly meaning: Both;
}

const plain = (cell: string): string => cell.replaceAll('`', '').trim();

/** `| English | 中文 | meaning · 意思 |`, without the two rows of the head. */
export const termsOf = (text: string): readonly Term[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [, en = '', zh = '', meanings = ''] = line.split('|').map(plain);
      const [meaning = '', inChinese = ''] = meanings.split(' · ');
      return { name: { en, zh }, meaning: { en: meaning, zh: inChinese } };
    });

/** The terms that contain a text, in any language; those that are named so come first. */
export function matching(terms: readonly Term[], query: string): readonly Term[] {
  const wanted = query.trim().toLowerCase();
  const isIn = (texts: Both) => Object.values(texts).some((one) => one.toLowerCase().includes(wanted));
  const named = terms.filter(({ name }) => isIn(name));
  return [...named, ...terms.filter((one) => !named.includes(one) && isIn(one.meaning))];
}
