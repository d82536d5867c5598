/** The words of the bubble, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '../../words';
import type { whyEn } from './words.en';

export const { useT: useWhyWords } = await catalogue<keyof typeof whyEn>({
  en: async () => (await import('./words.en')).whyEn,
  zh: async () => (await import('./words.zh')).whyZh,
});
