/** Lists that the browser keeps, as JSON. */

/** The entries of this form; none if the browser refuses storage. */
export function stored<T>(key: string, isEntry: (one: unknown) => one is T): readonly T[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Replaces the list. False: the browser refuses. */
export function store(key: string, entries: readonly unknown[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(entries));
    return true;
  } catch {
    return false;
  }
}
