/** The words of taking a trace away: loaded with it. */
import { catalogue } from '../../words';

export const { t: traceWords } = await catalogue({
  en: async () => (await import('./trace.en')).traceEn,
  zh: async () => (await import('./trace.zh')).traceZh,
});
