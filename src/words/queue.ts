/** The words of a run queue as a line, a catalogue of its own: not all that has a queue draws it. */
import { catalogue, t as common, hasMessage, type MessageKey, type Params } from '.';
import type { queueEn } from './queue.en';

export type QueueKey = keyof typeof queueEn;
const own = await catalogue<QueueKey>({
  en: async () => (await import('./queue.en')).queueEn,
  zh: async () => (await import('./queue.zh')).queueZh,
});

/** The line's words and all those that are there without it. */
const t = (key: QueueKey | MessageKey, params?: Params): string =>
  hasMessage(key) ? common(key, params) : own.t(key, params);

export function useT(): typeof t {
  own.useT();
  return t;
}
