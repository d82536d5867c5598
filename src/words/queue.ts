/** The texts of a run queue as a number line: a separate catalogue, since not every view of a queue draws the line. */
import { catalogue, t as common, hasMessage, type MessageKey, type Params } from '.';
import type { queueEn } from './queue.en';

export type QueueKey = keyof typeof queueEn;
const own = await catalogue<QueueKey>({
  en: async () => (await import('./queue.en')).queueEn,
  zh: async () => (await import('./queue.zh')).queueZh,
});

/** The texts of the line together with those of the first page. */
const t = (key: QueueKey | MessageKey, params?: Params): string =>
  hasMessage(key) ? common(key, params) : own.t(key, params);

export function useT(): typeof t {
  own.useT();
  return t;
}
