/** The words of the Inspector, a catalogue of its own, so that the first load is without them. */
import { catalogueBeside } from '.';
import type { inspectorEn } from './inspector.en';

export type InspectorKey = keyof typeof inspectorEn;

/** These words and all those that are there without them. */
export const { t, useT } = await catalogueBeside<InspectorKey>({
  en: async () => (await import('./inspector.en')).inspectorEn,
  zh: async () => (await import('./inspector.zh')).inspectorZh,
});
