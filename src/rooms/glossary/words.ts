/** The words of the glossary: loaded with it. */
import { catalogue } from '../../words';

export const { useT: useWords } = await catalogue({
  en: async () => (await import('./words.en')).glossaryPageEn,
  zh: async () => (await import('./words.zh')).glossaryPageZh,
});
