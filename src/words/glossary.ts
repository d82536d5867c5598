/** Meanings of kernel terms: a catalogue that is loaded when the page first shows such a term. */
import { translated } from '.';

const glossary = await translated<Readonly<Record<string, string>>>({
  en: async () => (await import('./glossary.en')).glossaryEn,
  zh: async () => (await import('./glossary.zh')).glossaryZh,
});

/** In the present language; undefined: the term is not explained. */
export const meaningOf = (word: string): string | undefined => glossary()[word];
