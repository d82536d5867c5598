/** The texts of the notes in a separate catalogue, which the first load does not need. */
import { catalogue } from '.';
import type { notesEn } from './notes.en';

export type NotesKey = keyof typeof notesEn;
export const { useT: useWords } = await catalogue<NotesKey>({
  en: async () => (await import('./notes.en')).notesEn,
  zh: async () => (await import('./notes.zh')).notesZh,
});
