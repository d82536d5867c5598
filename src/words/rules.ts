/** The texts of the kernel's rules in a separate catalogue, which the first load does not need. */
import { catalogueBeside } from '.';
import type { rulesEn } from './rules.en';

export type RuleKey = keyof typeof rulesEn;

/** These texts together with those of the first page. */
export const { t, useT } = await catalogueBeside<RuleKey>({
  en: async () => (await import('./rules.en')).rulesEn,
  zh: async () => (await import('./rules.zh')).rulesZh,
});
