/** The words of the kernel's rules, a catalogue of its own, so that the first load is without them. */
import { catalogue, t as common, hasMessage, type MessageKey, type Params } from '.';
import type { rulesEn } from './rules.en';

export type RuleKey = keyof typeof rulesEn;
const own = await catalogue<RuleKey>({
  en: async () => (await import('./rules.en')).rulesEn,
  zh: async () => (await import('./rules.zh')).rulesZh,
});

/** The rules' words and all those that are there without them. */
export const t = (key: RuleKey | MessageKey, params?: Params): string =>
  hasMessage(key) ? common(key, params) : own.t(key, params);

export function useT(): typeof t {
  own.useT();
  return t;
}
