/** The words of the gain by load, which come with it. */
import { catalogue } from '../../words';
import type { gainLineEn } from './line.en';

export const { t: gainWord, useT: useGainWords } = await catalogue<keyof typeof gainLineEn>({
  en: async () => (await import('./line.en')).gainLineEn,
  zh: async () => (await import('./line.zh')).gainLineZh,
});
