/** The words of the gallery, a catalogue of its own, so that a link to an experiment loads without them. */
import { catalogue } from '.';
import type { galleryEn } from './gallery.en';

export type GalleryKey = keyof typeof galleryEn;
export const { useT: useWords } = await catalogue<GalleryKey>({
  en: async () => (await import('./gallery.en')).galleryEn,
  zh: async () => (await import('./gallery.zh')).galleryZh,
});
