/** The words of the replication page, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '../../words';
import type { theatreEn } from './words.en';

export type TheatreKey = keyof typeof theatreEn;
export const { t: word, useT: useWords } = await catalogue<TheatreKey>({
  en: async () => (await import('./words.en')).theatreEn,
  zh: async () => (await import('./words.zh')).theatreZh,
});
