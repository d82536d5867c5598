/** The words of the notes, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import { notesEn } from './notes.en';
import { notesZh } from './notes.zh';

export type NotesKey = keyof typeof notesEn;
export const { useT: useWords } = catalogue<NotesKey>(notesEn, notesZh);
