/** The texts of the steps of a decision: separate, since the lens does not need those of the Inspector. */
import { catalogueBeside } from '.';
import type { stepsEn } from './steps.en';

/** These texts together with those of the first page. */
export const { t, useT } = await catalogueBeside<keyof typeof stepsEn>({
  en: async () => (await import('./steps.en')).stepsEn,
  zh: async () => (await import('./steps.zh')).stepsZh,
});
