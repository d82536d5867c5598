/** The texts of the editor of a scheduler, loaded with it. */
import { catalogue, translated } from '../../words';

export const { t: policyWord, useT: usePolicyWords } = await catalogue({
  en: async () => (await import('./words.en')).policyEn,
  zh: async () => (await import('./words.zh')).policyZh,
});

/**
 * Sentences about hooks and functions; and the Chinese of the checker's sentences, of errors at run time and of CodeMirror's
 * phrases, which are English already.
 */
export const sentences = await translated<{
  readonly described: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly nouns: Readonly<Record<string, string>>;
  readonly phrases: Readonly<Record<string, string>>;
  readonly faults: readonly (readonly [said: string, means: string])[];
  readonly reasons: Readonly<Record<number, string>>;
}>({
  en: async () => ({
    described: (await import('./described.en')).describedEn,
    problems: {},
    nouns: {},
    phrases: {},
    faults: [],
    reasons: {},
  }),
  zh: async () => await import('./sentences.zh'),
});
