/** The words of the figure of a struct's lines. */
import { catalogue } from '../../../../words';
import type { layoutEn } from './words.en';

export const { useT: useLayoutWords } = await catalogue<keyof typeof layoutEn>({
  en: async () => (await import('./words.en')).layoutEn,
  zh: async () => (await import('./words.zh')).layoutZh,
});
