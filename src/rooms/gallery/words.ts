/** The words of the gallery, a catalogue of its own, so that a link to an experiment loads without them. */
import { catalogue } from '../../words';
import type { galleryEn } from './words.en';

export type GalleryKey = keyof typeof galleryEn;
export const { useT: useWords } = await catalogue<GalleryKey>({
  en: async () => (await import('./words.en')).galleryEn,
  zh: async () => (await import('./words.zh')).galleryZh,
});
