/** The words of the decision lens, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '../../words/index';
import type { lensEn } from './words.en';

export type LensKey = keyof typeof lensEn;

export const { t: lensWord, useT: useLensWords } = await catalogue<LensKey>({
  en: async () => (await import('./words.en')).lensEn,
  zh: async () => (await import('./words.zh')).lensZh,
});
