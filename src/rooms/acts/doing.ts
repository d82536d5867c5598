/** The words of sketches, games and cards: a separate catalogue, so that an act opens without them. */
import { catalogue } from '../../words';
import type { doingEn } from './doing.en';

export const { useT: useDoingWords } = await catalogue<keyof typeof doingEn>({
  en: async () => (await import('./doing.en')).doingEn,
  zh: async () => (await import('./doing.zh')).doingZh,
});
