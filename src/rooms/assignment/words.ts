/** The texts of assignments, which the first load does not need. */
import { catalogue } from '../../words';
import type { assignmentEn } from './words.en';

export type AssignmentKey = keyof typeof assignmentEn;
export const {
  t: w,
  useT: useWords,
  has,
} = await catalogue<AssignmentKey>({
  en: async () => (await import('./words.en')).assignmentEn,
  zh: async () => (await import('./words.zh')).assignmentZh,
});
