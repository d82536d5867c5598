/** The theme and the language that a person chose last; they apply to an address that names none. */
import { LANGUAGES, type Language, THEMES, type Theme } from '../scenario/link';

export interface Look {
  readonly theme: Theme | null;
  readonly lang: Language | null;
}

const KEY = 'scheduler-playground.look';

/** Both are null if nothing was chosen, or if the browser refuses storage. */
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

/** Fields that are left out keep their value. */
export function remember(look: Partial<Look>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...remembered(), ...look }));
  } catch {
    // If the browser refuses storage, the choice is lost with the page.
  }
}
