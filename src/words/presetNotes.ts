/** What each experiment is about: a catalogue of its own, loaded after the first screen. */
import type { PresetId } from '../scenario/presets';
import { translated } from '.';

const notes = await translated<Readonly<Record<PresetId, string>>>({
  en: async () => (await import('./presetNotes.en')).presetNotesEn,
  zh: async () => (await import('./presetNotes.zh')).presetNotesZh,
});

/** In the language in force. */
export const presetNote = (preset: PresetId): string => notes()[preset];
