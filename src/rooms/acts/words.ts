/** The words of the story panel, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '../../words';
import type { storyEn } from './words.en';

export type StoryKey = keyof typeof storyEn;
export const { useT: useWords } = await catalogue<StoryKey>({
  en: async () => (await import('./words.en')).storyEn,
  zh: async () => (await import('./words.zh')).storyZh,
});
