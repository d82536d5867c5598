/** The texts of the acts in a separate catalogue, which the first load does not need. */
import { catalogue } from '../../words';
import type { actsEn } from './words.en';

export type ActsKey = keyof typeof actsEn;
export const { useT: useWords } = await catalogue<ActsKey>({
  en: async () => (await import('./words.en')).actsEn,
  zh: async () => (await import('./words.zh')).actsZh,
});
