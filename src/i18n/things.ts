/** The words of tasks, units, nodes and links in the Inspector, loaded with them. */
import { catalogue } from './index';
import { thingsEn } from './things.en';
import { thingsZh } from './things.zh';

export type ThingKey = keyof typeof thingsEn;

export const { t: thingWord, useT: useThingWords } = catalogue(thingsEn, thingsZh);
