/** The words of "The model, open", in both languages. */
import { catalogue } from '.';
import type { constantsEn } from './constants.en';

export type ConstantsKey = keyof typeof constantsEn;
export const { useT: useWords } = await catalogue<ConstantsKey>({
  en: async () => (await import('./constants.en')).constantsEn,
  zh: async () => (await import('./constants.zh')).constantsZh,
});
