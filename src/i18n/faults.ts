/** The words of refused documents, loaded with the dialog. */
import { catalogue } from '.';

export const { t: faultWords } = await catalogue({
  en: async () => (await import('./faults.en')).faultsEn,
  zh: async () => (await import('./faults.zh')).faultsZh,
});
