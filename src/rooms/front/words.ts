/** The words of the first screen, a catalogue of its own, so that a link to an experiment loads without them. */
import { catalogue } from '../../words';
import type { frontEn } from './words.en';

export type FrontKey = keyof typeof frontEn;
export const { useT: useWords, t: say } = await catalogue<FrontKey>({
  en: async () => (await import('./words.en')).frontEn,
  zh: async () => (await import('./words.zh')).frontZh,
});
