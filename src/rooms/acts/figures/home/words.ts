/** The texts of the figure of jobs and their memory, loaded with it. */
import { catalogue } from '../../../../words';
import type { homeFigureEn } from './words.en';

export const { useT: useHomeWords } = await catalogue<keyof typeof homeFigureEn>({
  en: async () => (await import('./words.en')).homeFigureEn,
  zh: async () => (await import('./words.zh')).homeFigureZh,
});
