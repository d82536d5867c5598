/** The texts of the panels in a separate catalogue, which the first load does not need. */
import { catalogue } from '.';
import type { panelsEn } from './panels.en';

export type PanelsKey = keyof typeof panelsEn;
export const { useT: useWords, t: word } = await catalogue<PanelsKey>({
  en: async () => (await import('./panels.en')).panelsEn,
  zh: async () => (await import('./panels.zh')).panelsZh,
});
