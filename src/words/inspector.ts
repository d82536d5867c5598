/** The words of the Inspector and of its CPUs' decisions, a catalogue of its own, so that the first load is without them. */
import { catalogue, t as common, hasMessage, type MessageKey, type Params } from '.';
import type { inspectorEn } from './inspector.en';

export type InspectorKey = keyof typeof inspectorEn;
const own = await catalogue<InspectorKey>({
  en: async () => (await import('./inspector.en')).inspectorEn,
  zh: async () => (await import('./inspector.zh')).inspectorZh,
});

/** The Inspector's words and all those that are there without it. */
export const t = (key: InspectorKey | MessageKey, params?: Params): string =>
  hasMessage(key) ? common(key, params) : own.t(key, params);

export function useT(): typeof t {
  own.useT();
  return t;
}
