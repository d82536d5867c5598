/** The words of the decision lens, a catalogue of its own, so that the first load is without them. */
import { catalogue } from './index';
import type { lensEn } from './lens.en';

export type LensKey = keyof typeof lensEn;

export const { t: lensWord, useT: useLensWords } = await catalogue<LensKey>({
  en: async () => (await import('./lens.en')).lensEn,
  zh: async () => (await import('./lens.zh')).lensZh,
});
