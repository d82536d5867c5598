/** The texts of the dialog of a custom machine, and the Chinese of the readers' messages. */
import { catalogue, translated } from '../../words';

export const { t: ownWords } = await catalogue({
  en: async () => (await import('./words.en')).ownEn,
  zh: async () => (await import('./words.zh')).ownZh,
});

/** The Chinese of a sentence by its kind; English has none: it comes with the sentence. */
export const sentences = await translated<Readonly<Record<string, string>>>({
  en: async () => ({}),
  zh: async () => (await import('./sentences.zh')).sentencesZh,
});
