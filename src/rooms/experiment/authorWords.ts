/** The words of the fields of the author, loaded with the editor. */
import { catalogue } from '../../words';

export const { useT: useAuthorWords } = await catalogue({
  en: async () => (await import('./author.en')).authorEn,
  zh: async () => (await import('./author.zh')).authorZh,
});
