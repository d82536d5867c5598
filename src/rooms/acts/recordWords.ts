/** The words of published values beside ours. */
import { catalogue } from '../../words';
import type { recordEn } from './recordWords.en';

export const { useT: useRecordWords } = await catalogue<keyof typeof recordEn>({
  en: async () => (await import('./recordWords.en')).recordEn,
  zh: async () => (await import('./recordWords.zh')).recordZh,
});
