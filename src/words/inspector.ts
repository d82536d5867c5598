/** The texts of the Inspector in a separate catalogue, which the first load does not need. */
import { catalogueBeside } from '.';
import type { inspectorEn } from './inspector.en';

export type InspectorKey = keyof typeof inspectorEn;

/** These texts together with those of the first page. */
export const { t, useT } = await catalogueBeside<InspectorKey>({
  en: async () => (await import('./inspector.en')).inspectorEn,
  zh: async () => (await import('./inspector.zh')).inspectorZh,
});
