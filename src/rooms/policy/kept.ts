/** What a person wrote, kept in the browser: it is offered again. */
import type { StarterId } from './lesson';
import { store, stored } from './stored';

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

const isWritten = (one: unknown): one is Written =>
  typeof one === 'object' &&
  one !== null &&
  'id' in one &&
  typeof one.id === 'string' &&
  'source' in one &&
  typeof one.source === 'string' &&
  'at' in one &&
  typeof one.at === 'number';

/** The newest first; empty if the browser refuses storage. */
export const allKept = (): readonly Written[] => stored(KEY, isWritten).toSorted((one, other) => other.at - one.at);

/** Keeps a source in place of its earlier text. False: the browser refuses. */
export const keep = (written: Written): boolean =>
  store(KEY, [written, ...allKept().filter(({ id }) => id !== written.id)].slice(0, MOST));

/** The name that the scheduler gives to the kernel. */
export const nameOf = (source: string): string => /\.name\s*=\s*"([\w.]{1,127})"/.exec(source)?.[1] ?? 'scheduler';
