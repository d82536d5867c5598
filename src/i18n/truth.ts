/** The words of "Run many", in both languages. */
import { catalogue } from '.';
import type { truthEn } from './truth.en';

export type TruthKey = keyof typeof truthEn;
export const { t: say, useT: useWords } = await catalogue<TruthKey>({
  en: async () => (await import('./truth.en')).truthEn,
  zh: async () => (await import('./truth.zh')).truthZh,
});
