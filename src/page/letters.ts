/** Whether keys that are a single character do anything: whoever speaks to the page, or hits keys by chance, turns them off. */
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
    // A browser that keeps nothing forgets it.
  }
}
