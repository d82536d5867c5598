/** What a person wrote, kept in the browser: it is offered again. */
import type { StarterId } from './lesson';

export interface Written {
  readonly id: string;
  readonly source: string;
  /** The starter that it began with. */
  readonly from: StarterId | null;
  /** When it was last changed (ms since 1970). */
  readonly at: number;
}

const KEY = 'scheduler-playground.policies';

/** Older ones are dropped. */
const MOST = 50;

/** The newest first; empty if the browser refuses storage. */
export function allKept(): readonly Written[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter(isWritten).sort((one, other) => other.at - one.at) : [];
  } catch {
    return [];
  }
}

const isWritten = (one: unknown): one is Written =>
  typeof one === 'object' &&
  one !== null &&
  'id' in one &&
  typeof one.id === 'string' &&
  'source' in one &&
  typeof one.source === 'string' &&
  'at' in one &&
  typeof one.at === 'number';

/** Keeps a source in place of its earlier text. False: the browser refuses. */
export function keep(written: Written): boolean {
  try {
    const others = allKept().filter(({ id }) => id !== written.id);
    localStorage.setItem(KEY, JSON.stringify([written, ...others].slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

/** The name that the scheduler gives to the kernel. */
export const nameOf = (source: string): string => /\.name\s*=\s*"([\w.]{1,127})"/.exec(source)?.[1] ?? 'scheduler';
