/** The texts about recordings in a separate catalogue, which the first load does not need. */
import { catalogue } from '../../words';
import type { recordingEn } from './words.en';

export type RecordingKey = keyof typeof recordingEn;
export const { t: recordingWords, useT: useRecordingWords } = await catalogue<RecordingKey>({
  en: async () => (await import('./words.en')).recordingEn,
  zh: async () => (await import('./words.zh')).recordingZh,
});
