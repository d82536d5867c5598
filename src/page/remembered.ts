/** The theme and the language that a person chose last; they apply to an address that names none. */
import { LANGUAGES, type Language, THEMES, type Theme } from '../scenario/link';

export interface Look {
  readonly theme: Theme | null;
  readonly lang: Language | null;
}

const KEY = 'scheduler-playground.look';

/** Both null where nothing was chosen, or where the browser keeps nothing. */
export function remembered(): Look {
  try {
    const { theme, lang } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return {
      theme: THEMES.find((one) => one === theme) ?? null,
      lang: LANGUAGES.find((one) => one === lang) ?? null,
    };
  } catch {
    return { theme: null, lang: null };
  }
}

/** What is left out stays as it was. */
export function remember(look: Partial<Look>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), ...look }));
  } catch {
    // A browser that keeps nothing forgets it.
  }
}
