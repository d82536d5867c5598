/** What the words of the kernel mean: a catalogue of its own, loaded once such a word stands on the page. */
import { translated } from '.';

const glossary = await translated<Readonly<Record<string, string>>>({
  en: async () => (await import('./glossary.en')).glossaryEn,
  zh: async () => (await import('./glossary.zh')).glossaryZh,
});

/** In the language in force; undefined: the word is not explained. */
export const meaningOf = (word: string): string | undefined => glossary()[word];
