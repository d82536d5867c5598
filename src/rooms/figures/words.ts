/** The words of the figures and of scenario documents, also refused ones: loaded with their dialog. */
import { catalogue } from '../../words';

export const { t: figureWords } = await catalogue({
  en: async () => (await import('./words.en')).figuresEn,
  zh: async () => (await import('./words.zh')).figuresZh,
});
