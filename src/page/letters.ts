/** Single-key shortcuts can be turned off (WCAG 2.1.4), for people who dictate or hit keys by accident. */
const KEY = 'scheduler-playground.letters';

let off = remembered();

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
}

export const singleKeyShortcutsOff = (): boolean => off;

export function turnLetters(next: 'on' | 'off'): void {
  off = next === 'off';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // If the browser refuses storage, the setting is lost with the page.
  }
}
