/** The texts of the figure of queues as columns, loaded with it. */
import { catalogue } from '../../../../words';
import type { stealFigureEn } from './words.en';

export const { useT: useStealWords } = await catalogue<keyof typeof stealFigureEn>({
  en: async () => (await import('./words.en')).stealFigureEn,
  zh: async () => (await import('./words.zh')).stealFigureZh,
});
