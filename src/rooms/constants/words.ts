/** The words of "The model, open", in both languages. */
import { catalogue } from '../../words';
import type { constantsEn } from './words.en';

export type ConstantsKey = keyof typeof constantsEn;
export const { useT: useWords } = await catalogue<ConstantsKey>({
  en: async () => (await import('./words.en')).constantsEn,
  zh: async () => (await import('./words.zh')).constantsZh,
});
