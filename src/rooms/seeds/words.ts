/** The words of "Run many", in both languages. */
import { catalogue } from '../../words';
import type { truthEn } from './words.en';

export type TruthKey = keyof typeof truthEn;
export const { t: say, useT: useWords } = await catalogue<TruthKey>({
  en: async () => (await import('./words.en')).truthEn,
  zh: async () => (await import('./words.zh')).truthZh,
});
