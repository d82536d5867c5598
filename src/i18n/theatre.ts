/** The words of the replication page, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import { theatreEn } from './theatre.en';
import { theatreZh } from './theatre.zh';

export type TheatreKey = keyof typeof theatreEn;
export const { t: word, useT: useWords } = catalogue<TheatreKey>(theatreEn, theatreZh);
