/** The texts of the replication page in a separate catalogue, which the first load does not need. */
import { catalogue } from '../../words';
import type { replicationEn } from './words.en';

export type ReplicationKey = keyof typeof replicationEn;
export const { t: word, useT: useWords } = await catalogue<ReplicationKey>({
  en: async () => (await import('./words.en')).replicationEn,
  zh: async () => (await import('./words.zh')).replicationZh,
});
