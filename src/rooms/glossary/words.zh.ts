/** Chinese of the glossary. */
import type { glossaryPageEn } from './words.en';

export const glossaryPageZh: Readonly<Record<keyof typeof glossaryPageEn, string>> = {
  search: '搜索术语',
  none: '没有相符的术语。',
};
