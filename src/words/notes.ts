/** The words of the notes, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import type { notesEn } from './notes.en';

export type NotesKey = keyof typeof notesEn;
export const { useT: useWords } = await catalogue<NotesKey>({
  en: async () => (await import('./notes.en')).notesEn,
  zh: async () => (await import('./notes.zh')).notesZh,
});
