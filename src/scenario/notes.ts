/** Notes that are pinned to something and travel in the link: plain text, few, and short. */
import type { ChartId } from './charts';
import { MOST_CPUS } from './generated/topology';

/** What a note is pinned to. */
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

/** Most notes of a link. */
export const MAX_NOTES = 12;
/** Most characters (code points) of a note. */
export const MAX_NOTE_TEXT = 140;
/** The highest number a CPU has on any machine. */
export const MAX_CPU = MOST_CPUS - 1;

/** What neither is seen nor stays in its place: control characters, halves of others, what turns their direction. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text as a note has it: one line, without anything unseen, not too long. */
export const noteText = (text: string): string =>
  Array.from(text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()).slice(0, MAX_NOTE_TEXT).join('').trim();
