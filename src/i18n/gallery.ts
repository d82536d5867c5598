/** The words of the gallery, a catalogue of its own, so that a link to an experiment loads without them. */
import { catalogue } from '.';
import { galleryEn } from './gallery.en';
import { galleryZh } from './gallery.zh';

export type GalleryKey = keyof typeof galleryEn;
export const { useT: useWords } = catalogue<GalleryKey>(galleryEn, galleryZh);
