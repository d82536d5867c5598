/** The words of the list of keys, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '.';
import type { keysEn } from './keys.en';

export type KeysKey = keyof typeof keysEn;
export const { useT: useKeyWords } = await catalogue<KeysKey>({
  en: async () => (await import('./keys.en')).keysEn,
  zh: async () => (await import('./keys.zh')).keysZh,
});
