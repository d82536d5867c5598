/** The words of the replication page, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import type { theatreEn } from './theatre.en';

export type TheatreKey = keyof typeof theatreEn;
export const { t: word, useT: useWords } = await catalogue<TheatreKey>({
  en: async () => (await import('./theatre.en')).theatreEn,
  zh: async () => (await import('./theatre.zh')).theatreZh,
});
