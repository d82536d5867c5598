/** The words of control groups, loaded with the settings. */
import { catalogue } from '../../words';
import type { groupsEn } from './groups.en';

export type GroupKey = keyof typeof groupsEn;

export const { useT: useGroupWords } = await catalogue<GroupKey>({
  en: async () => (await import('./groups.en')).groupsEn,
  zh: async () => (await import('./groups.zh')).groupsZh,
});
