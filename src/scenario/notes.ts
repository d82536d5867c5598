/** Notes in the link: pinned, few, short, plain text. */
import type { ChartId } from './charts';
import { MOST_CPUS } from './generated/topology';

/** The place of a note. */
export type Pin =
  /** A moment of the run, in both lanes. */
  | { readonly kind: 'moment'; readonly ns: number }
  | { readonly kind: 'cpu'; readonly lane: number; readonly cpu: number }
  | { readonly kind: 'chart'; readonly chart: ChartId };

export interface Note {
  readonly pin: Pin;
  /** One line of plain text. */
  readonly text: string;
}

/** The most notes of a link. */
export const MAX_NOTES = 12;
/** The most characters (code points) of a note. */
export const MAX_NOTE_TEXT = 140;
/** The highest CPU number of any machine. */
export const MAX_CPU = MOST_CPUS - 1;

/** Control characters, lone surrogates, and characters that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** One line without hidden characters. */
export const plainLine = (text: string): string => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();

/** The text of a note: one line without hidden characters, not too long. */
export const noteText = (text: string): string => Array.from(plainLine(text)).slice(0, MAX_NOTE_TEXT).join('').trim();
