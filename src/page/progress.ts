/** How far a person has come in each act. Only this browser knows it, and it can be cleared. */

/** The last step that was reached, from 1, and the number of steps. */
export interface Reached {
  readonly step: number;
  readonly steps: number;
}

export type Progress = Readonly<Partial<Record<number, Reached>>>;

const KEY = 'scheduler-playground.progress';

const isReached = (value: unknown): value is Reached => {
  const { step, steps } = (value ?? {}) as Partial<Reached>;
  return Number.isInteger(step) && Number.isInteger(steps) && Number(step) >= 1 && Number(step) <= Number(steps);
};

/** Empty if the browser refuses storage. */
export function progress(): Progress {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<number, unknown>;
    return Object.fromEntries(Object.entries(all).filter(([, value]) => isReached(value))) as Progress;
  } catch {
    return {};
  }
}

/** Going back to an earlier step loses nothing. */
export function reach(act: number, { step, steps }: Reached): void {
  const before = progress();
  if (step <= (before[act]?.step ?? 0) && before[act]?.steps === steps) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...before, [act]: { step, steps } }));
  } catch {
    // If the browser refuses storage, nothing is marked.
  }
}

export function clearProgress(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {}
}
