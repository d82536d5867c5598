/** The texts of the decision lens in a separate catalogue, which the first load does not need. */
import { catalogue } from '../../words/index';
import type { decisionEn } from './words.en';

export type DecisionKey = keyof typeof decisionEn;

export const { t: decisionWord, useT: useLensWords } = await catalogue<DecisionKey>({
  en: async () => (await import('./words.en')).decisionEn,
  zh: async () => (await import('./words.zh')).decisionZh,
});
