/** The words of the panels, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import type { panelsEn } from './panels.en';

export type PanelsKey = keyof typeof panelsEn;
export const { useT: useWords, t: word } = await catalogue<PanelsKey>({
  en: async () => (await import('./panels.en')).panelsEn,
  zh: async () => (await import('./panels.zh')).panelsZh,
});
