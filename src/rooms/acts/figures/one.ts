/** The words of the figures of act 1. */
import { catalogue } from '../../../words';
import type { figuresOneEn } from './one.en';

export const { useT: useOne } = await catalogue<keyof typeof figuresOneEn>({
  en: async () => (await import('./one.en')).figuresOneEn,
  zh: async () => (await import('./one.zh')).figuresOneZh,
});
