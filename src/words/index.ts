/**
 * The texts of the page. The catalogue of the first page is joined from its folders and typed by its English half: a
 * key missing in Chinese fails the type check. Only the present language is loaded. `{name}` in a text is replaced by
 * the parameter of that name.
 */
import { useSyncExternalStore } from 'react';
import type { en } from './first.en';

export type Language = 'en' | 'zh';
export type MessageKey = keyof typeof en;
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type Params = Readonly<Record<string, string | number>>;

const listeners = new Set<() => void>();
let current: Language = 'en';
/** Null: no language was chosen yet, and no text is loaded. */
let wanted: Language | null = null;
/** Whether the texts of the present language are loaded. */
let inForce = false;

export const language = (): Language => current;

type Words<T> = Readonly<Record<Language, () => Promise<T>>>;

/** The load functions of all translated catalogues. */
const loads = new Set<(language: Language) => Promise<void>>();

/**
 * Returns a function that gives the translated value in the present language (or in `lang`). A language is loaded at
 * once if it is in use, or with all catalogues once it is chosen.
 */
export async function translated<T>(words: Words<T>): Promise<(lang?: Language) => T> {
  const loaded: Partial<Record<Language, T>> = {};
  const load = async (lang: Language) => {
    loaded[lang] ??= await words[lang]();
  };
  loads.add(load);
  // During a language change the page still uses the present language.
  if (wanted !== null) await Promise.all([load(wanted), inForce && load(current)]);
  return (lang = current) => (loaded[lang] ?? loaded[current]) as T;
}

/**
 * The Chinese of texts whose English comes from the simulator: returns that of `key`, or the English if there is none.
 */
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

/** Loads all catalogues used so far in a language. */
export const loadLanguage = async (lang: Language): Promise<void> => {
  await Promise.all(Array.from(loads, (load) => load(lang)));
};

/** Switches to a language once its texts are loaded; if they fail to load, the present one stays. */
export async function setLanguage(next: Language): Promise<void> {
  wanted = next;
  try {
    await loadLanguage(next);
  } catch (thrown) {
    if (wanted === next) wanted = current;
    throw thrown;
  }
  // Another language may have been chosen meanwhile.
  if (next !== wanted) return;
  current = next;
  inForce = true;
  for (const listener of listeners) listener();
}

/** The text of `key` in the present language (or in `lang`). */
export function t(key: MessageKey, params?: Params, lang: Language = current): string {
  return fill(words(lang)[key], params);
}

/** Replaces the parameters of a text. */
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

/** `t`; renders again when the language changes. */
export function useT(): typeof t {
  useSyncExternalStore(onLanguage, language, language);
  return t;
}

/** The catalogue of a folder that is loaded when it is first opened. */
export async function catalogue<K extends string>(words: Words<Readonly<Record<K, string>>>) {
  const own = await translated(words);
  const say = (key: K, params?: Params, lang: Language = current): string => fill(own(lang)[key], params);
  return {
    t: say,
    has: (key: string): key is K => Object.hasOwn(own(), key),
    useT(): typeof say {
      useSyncExternalStore(onLanguage, language, language);
      return say;
    },
  };
}

/** The same, together with the catalogue of the first page. */
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
