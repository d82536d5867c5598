/** The words of the replication page, a catalogue of its own, so that the first load is without them. */
import { catalogue } from '../../words';
import type { replicationEn } from './words.en';

export type ReplicationKey = keyof typeof replicationEn;
export const { t: word, useT: useWords } = await catalogue<ReplicationKey>({
  en: async () => (await import('./words.en')).replicationEn,
  zh: async () => (await import('./words.zh')).replicationZh,
});
