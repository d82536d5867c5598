/**
 * Words. What the first page says is one catalogue, gathered from its rooms and typed by its English half: a key missing in Chinese fails the type check. Only the language in
 * force is loaded.
 * `{name}` in a text is replaced by the parameter of that name.
 */
import { useSyncExternalStore } from 'react';
import type { en } from './first.en';

export type Language = 'en' | 'zh';
export type MessageKey = keyof typeof en;
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type Params = Readonly<Record<string, string | number>>;

const listeners = new Set<() => void>();
let current: Language = 'en';
/** Null: none was chosen yet, and there are no words. */
let wanted: Language | null = null;
/** Whether there are words of the language in force. */
let inForce = false;

export const language = (): Language => current;

type Words<T> = Readonly<Record<Language, () => Promise<T>>>;

/** What loads each thing that is told in two languages. */
const loads = new Set<(language: Language) => Promise<void>>();

/**
 * Gives what is told in two languages in the one in force (or in `lang`). A language is loaded when it is first wanted:
 * at once where it is already, or with all the others once it is chosen.
 */
export async function translated<T>(words: Words<T>): Promise<(lang?: Language) => T> {
  const loaded: Partial<Record<Language, T>> = {};
  const load = async (lang: Language) => {
    loaded[lang] ??= await words[lang]();
  };
  loads.add(load);
  // While another language is on its way the page still speaks the one in force.
  if (wanted !== null) await Promise.all([load(wanted), inForce && load(current)]);
  return (lang = current) => (loaded[lang] ?? loaded[current]) as T;
}

/** The Chinese of texts whose English is the simulator's: gives that of `key`, or the English where it has none. */
export async function translatedFrom(
  zh: () => Promise<Readonly<Record<string, string>>>,
): Promise<(key: string, english: string) => string> {
  const texts = await translated({ en: async (): ReturnType<typeof zh> => ({}), zh });
  return (key, english) => texts()[key] ?? english;
}

const words = await translated<Catalogue>({
  en: async () => (await import('./first.en')).en,
  zh: async () => (await import('./first.zh')).zh,
});

/** Loads what is told so far in a language. */
export const loadLanguage = async (lang: Language): Promise<void> => {
  await Promise.all(Array.from(loads, (load) => load(lang)));
};

/** Puts a language in force as soon as its words are there; without them the one in force stays. */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next;
  try {
    await loadLanguage(next);
  } catch (thrown) {
    if (wanted === next) wanted = current;
    throw thrown;
  }
  // Another one may have been asked for meanwhile.
  if (next !== wanted) return;
  current = next;
  inForce = true;
  for (const listener of listeners) listener();
}

/** The text of `key` in the language in force (or in `lang`). */
export function t(key: MessageKey, params?: Params, lang: Language = current): string {
  return fill(words(lang)[key], params);
}

/** A text with its parameters put in. */
export function fill(text: string, params?: Params): string {
  return params ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)) : text;
}

export function hasMessage(key: string): key is MessageKey {
  return Object.hasOwn(words(), key);
}

function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `t`, and a new render when the language changes. */
export function useT(): typeof t {
  useSyncExternalStore(onLanguage, language, language);
  return t;
}

/** The words of a room that is loaded when it is first opened: a catalogue of its own, in its own files. */
export async function catalogue<K extends string>(words: Words<Readonly<Record<K, string>>>) {
  const own = await translated(words);
  const say = (key: K, params?: Params, lang: Language = current): string => fill(own(lang)[key], params);
  return {
    t: say,
    useT(): typeof say {
      useSyncExternalStore(onLanguage, language, language);
      return say;
    },
  };
}

/** The same with all the words that are there without it. */
export async function catalogueBeside<K extends string>(words: Words<Readonly<Record<K, string>>>) {
  const own = await catalogue(words);
  const say = (key: K | MessageKey, params?: Params): string => (hasMessage(key) ? t(key, params) : own.t(key, params));
  return {
    t: say,
    useT(): typeof say {
      own.useT();
      return say;
    },
  };
}
