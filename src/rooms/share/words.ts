/** The words of sharing and embedding: loaded with their dialogs. */
import { catalogue } from '../../words';

export const { useT: useWords } = await catalogue({
  en: async () => (await import('./words.en')).shareEn,
  zh: async () => (await import('./words.zh')).shareZh,
});
