/** The words of the story panel, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import { storyEn } from './story.en';
import { storyZh } from './story.zh';

export type StoryKey = keyof typeof storyEn;
export const { useT: useWords } = catalogue<StoryKey>(storyEn, storyZh);
