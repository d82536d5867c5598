/** The words of the story panel, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '../../words';
import type { actsEn } from './words.en';

export type ActsKey = keyof typeof actsEn;
export const { useT: useWords } = await catalogue<ActsKey>({
  en: async () => (await import('./words.en')).actsEn,
  zh: async () => (await import('./words.zh')).actsZh,
});
