/** The words of the steps of a decision: the lens is without those of the Inspector. */
import { catalogueBeside } from '.';
import type { stepsEn } from './steps.en';

/** These words and all those that are there without them. */
export const { t, useT } = await catalogueBeside<keyof typeof stepsEn>({
  en: async () => (await import('./steps.en')).stepsEn,
  zh: async () => (await import('./steps.zh')).stepsZh,
});
