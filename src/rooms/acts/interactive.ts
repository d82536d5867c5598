/** The words of sketches, games and cards: a separate catalogue, so that an act opens without them. */
import { catalogue } from '../../words';
import type { interactiveEn } from './interactive.en';

export const { useT: useInteractiveWords } = await catalogue<keyof typeof interactiveEn>({
  en: async () => (await import('./interactive.en')).interactiveEn,
  zh: async () => (await import('./interactive.zh')).interactiveZh,
});
