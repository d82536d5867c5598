/** The words of the kernel's rules, a catalogue of its own, so that the first load is without them. */
import { catalogueBeside } from '.';
import type { rulesEn } from './rules.en';

export type RuleKey = keyof typeof rulesEn;

/** These words and all those that are there without them. */
export const { t, useT } = await catalogueBeside<RuleKey>({
  en: async () => (await import('./rules.en')).rulesEn,
  zh: async () => (await import('./rules.zh')).rulesZh,
});
