/** The texts of the card and of the first difference in a separate catalogue, which the first load does not need. */
import { catalogue } from '../../words';
import type { cardEn } from './card.en';

export const { useT: useCardWords } = await catalogue<keyof typeof cardEn>({
  en: async () => (await import('./card.en')).cardEn,
  zh: async () => (await import('./card.zh')).cardZh,
});
