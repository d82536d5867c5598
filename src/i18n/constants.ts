/** The words of "The model, open", in both languages. */
import { catalogue } from '.';
import { constantsEn } from './constants.en';
import { constantsZh } from './constants.zh';

export type ConstantsKey = keyof typeof constantsEn;
export const { useT: useWords } = catalogue<ConstantsKey>(constantsEn, constantsZh);
