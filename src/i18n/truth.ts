/** The words of "Run many", in both languages. */
import { catalogue } from '.';
import { truthEn } from './truth.en';
import { truthZh } from './truth.zh';

export type TruthKey = keyof typeof truthEn;
export const { t: say, useT: useWords } = catalogue<TruthKey>(truthEn, truthZh);
