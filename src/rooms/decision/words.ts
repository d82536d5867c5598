/** The words of the decision lens, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '../../words/index';
import type { decisionEn } from './words.en';

export type DecisionKey = keyof typeof decisionEn;

export const { t: decisionWord, useT: useLensWords } = await catalogue<DecisionKey>({
  en: async () => (await import('./words.en')).decisionEn,
  zh: async () => (await import('./words.zh')).decisionZh,
});
