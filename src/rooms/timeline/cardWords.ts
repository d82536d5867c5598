/** The words of the card and of the first difference, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '../../words';
import type { cardEn } from './card.en';

export const { useT: useCardWords } = await catalogue<keyof typeof cardEn>({
  en: async () => (await import('./card.en')).cardEn,
  zh: async () => (await import('./card.zh')).cardZh,
});
