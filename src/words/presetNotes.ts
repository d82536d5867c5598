/** Descriptions of the experiments: a catalogue that is loaded after the first screen. */
import type { PresetId } from '../scenario/presets';
import { translated } from '.';

const notes = await translated<Readonly<Record<PresetId, string>>>({
  en: async () => (await import('./presetNotes.en')).presetNotesEn,
  zh: async () => (await import('./presetNotes.zh')).presetNotesZh,
});

/** The description in the present language. */
export const presetNote = (preset: PresetId): string => notes()[preset];
