/** The words of the panels, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import { panelsEn } from './panels.en';
import { panelsZh } from './panels.zh';

export type PanelsKey = keyof typeof panelsEn;
export const { useT: useWords, t: word } = catalogue<PanelsKey>(panelsEn, panelsZh);
