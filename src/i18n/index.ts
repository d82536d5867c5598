/**
 * Words. One catalogue, typed by its English half: a key missing in Chinese fails the type check.
 * `{name}` in a text is replaced by the parameter of that name.
 */
import { useSyncExternalStore } from 'react';
import { en } from './en';

export type Language = 'en' | 'zh';
export type MessageKey = keyof typeof en;
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type Params = Readonly<Record<string, string | number>>;

/** The words that are there: Chinese is loaded when it is first wanted. */
const catalogues: { readonly en: Catalogue; zh?: Catalogue } = { en };
const listeners = new Set<() => void>();
let current: Language = 'en';
let wanted: Language = 'en';

export const language = (): Language => current;

/** Puts a language in force as soon as its words are there. */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next;
  if (next === 'zh') catalogues.zh ??= (await import('./zh')).zh;
  // Another one may have been asked for meanwhile.
  if (next !== wanted || next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

/** The text of `key` in the language in force (or in `lang`). */
export function t(key: MessageKey, params?: Params, lang: Language = current): string {
  return fill((catalogues[lang] ?? en)[key], params);
}

/** A text with its parameters put in. */
export function fill(text: string, params?: Params): string {
  return params ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)) : text;
}

export function hasMessage(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `t`, and a new render when the language changes. */
export function useT(): typeof t {
  useSyncExternalStore(onLanguage, language);
  return t;
}

/** The words of a room that is loaded when it is first opened: a catalogue of its own, in its own file. */
export function catalogue<K extends string>(en: Readonly<Record<K, string>>, zh: Readonly<Record<K, string>>) {
  const own: Record<Language, Readonly<Record<K, string>>> = { en, zh };
  const say = (key: K, params?: Params, lang: Language = current): string => fill(own[lang][key], params);
  return {
    t: say,
    useT(): typeof say {
      useSyncExternalStore(onLanguage, language);
      return say;
    },
  };
}
