/** The words of tasks, units, nodes and links in the Inspector, loaded with them. */
import { catalogue } from '../../words/index';
import type { thingsEn } from './things.en';

export type ThingKey = keyof typeof thingsEn;

export const { t: thingWord, useT: useThingWords } = await catalogue<ThingKey>({
  en: async () => (await import('./things.en')).thingsEn,
  zh: async () => (await import('./things.zh')).thingsZh,
});
