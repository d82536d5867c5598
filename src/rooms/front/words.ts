/** The texts of the first screen in a separate catalogue, which a link to an experiment does not need. */
import { catalogue } from '../../words';
import type { frontEn } from './words.en';

export type FrontKey = keyof typeof frontEn;
export const { useT: useWords, t: say } = await catalogue<FrontKey>({
  en: async () => (await import('./words.en')).frontEn,
  zh: async () => (await import('./words.zh')).frontZh,
});
