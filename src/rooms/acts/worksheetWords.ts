/** The words of worksheets, which the acts themselves do not need. */
import { catalogue } from '../../words';
import type { worksheetEn } from './worksheetWords.en';

export const { useT: useWorksheetWords } = await catalogue<keyof typeof worksheetEn>({
  en: async () => (await import('./worksheetWords.en')).worksheetEn,
  zh: async () => (await import('./worksheetWords.zh')).worksheetZh,
});
