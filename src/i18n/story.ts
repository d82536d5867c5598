/** The words of the story panel, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import type { storyEn } from './story.en';

export type StoryKey = keyof typeof storyEn;
export const { useT: useWords } = await catalogue<StoryKey>({
  en: async () => (await import('./story.en')).storyEn,
  zh: async () => (await import('./story.zh')).storyZh,
});
