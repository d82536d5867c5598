/** Explanations of the functions of a decision: loaded after the decision is shown. */
import type { Func } from '../../scenario/generated/vocab';
import { translated } from '../../words';
import type { Note } from './generated/notes.en';

const notes = await translated<Readonly<Record<Func, Note>>>({
  en: async () => (await import('./generated/notes.en')).notesEn,
  zh: async () => (await import('./notes.zh')).notesZh,
});

export const noteOf = (func: Func): Note => notes()[func];
