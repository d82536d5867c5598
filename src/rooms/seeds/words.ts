/** The words of "Run many", in both languages. */
import { catalogue } from '../../words';
import type { seedsEn } from './words.en';

export type SeedsKey = keyof typeof seedsEn;
export const { t: say, useT: useWords } = await catalogue<SeedsKey>({
  en: async () => (await import('./words.en')).seedsEn,
  zh: async () => (await import('./words.zh')).seedsZh,
});
