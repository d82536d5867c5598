/** The texts of the help dialog in a separate catalogue, which the first load does not need. */
import { catalogue } from '.';
import type { keysEn } from './keys.en';

export type KeysKey = keyof typeof keysEn;
export const { useT: useKeyWords } = await catalogue<KeysKey>({
  en: async () => (await import('./keys.en')).keysEn,
  zh: async () => (await import('./keys.zh')).keysZh,
});
