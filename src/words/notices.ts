/** The words of notices that can wait, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import type { noticesEn } from './notices.en';

export type NoticesKey = keyof typeof noticesEn;
export const { useT: useNoticeWords } = await catalogue<NoticesKey>({
  en: async () => (await import('./notices.en')).noticesEn,
  zh: async () => (await import('./notices.zh')).noticesZh,
});
