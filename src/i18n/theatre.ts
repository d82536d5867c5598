/** The words of the replication page, a catalogue of its own, so that the first load is without them. */
import { useSyncExternalStore } from 'react';
import { fill, language, onLanguage, type Params } from './index';
import { theatreEn } from './theatre.en';
import { theatreZh } from './theatre.zh';

export type TheatreKey = keyof typeof theatreEn;

export const THEATRE = { en: theatreEn, zh: theatreZh };

/** The text of `key` in the language in force. */
export function word(key: TheatreKey, params?: Params): string {
  return fill(THEATRE[language()][key], params);
}

/** `word`, and a new render when the language changes. */
export function useWords(): typeof word {
  useSyncExternalStore(onLanguage, language);
  return word;
}
