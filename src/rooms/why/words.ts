/** The texts of the bubble in a separate catalogue, which the first load does not need. */
import { catalogue } from '../../words';
import type { whyEn } from './words.en';

export const { useT: useWhyWords } = await catalogue<keyof typeof whyEn>({
  en: async () => (await import('./words.en')).whyEn,
  zh: async () => (await import('./words.zh')).whyZh,
});
