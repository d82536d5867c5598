/** The texts of the figure of one queue, loaded with it. */
import { catalogue } from '../../../../words';
import type { queueFigureEn } from './words.en';

export const { useT: useFigureWords } = await catalogue<keyof typeof queueFigureEn>({
  en: async () => (await import('./words.en')).queueFigureEn,
  zh: async () => (await import('./words.zh')).queueFigureZh,
});
