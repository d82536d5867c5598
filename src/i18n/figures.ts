/** The words of the figures and of scenario documents, also refused ones: loaded with their dialog. */
import { catalogue } from '.';

export const { t: figureWords } = await catalogue({
  en: async () => (await import('./figures.en')).figuresEn,
  zh: async () => (await import('./figures.zh')).figuresZh,
});
