/** The words of the figures of act 2. */
import { catalogue } from '../../../words';
import type { figuresTwoEn } from './two.en';

export const { useT: useTwo } = await catalogue<keyof typeof figuresTwoEn>({
  en: async () => (await import('./two.en')).figuresTwoEn,
  zh: async () => (await import('./two.zh')).figuresTwoZh,
});
