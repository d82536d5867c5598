/** Evaluates the claims of a step, and the figures in its text. */
import { marksOf } from './marks';
import type { Reading, Seen, Step } from './types';

export type Readings = Readonly<Record<string, Reading | null>>;

/** Null: not yet measured. */
export function readingsOf({ claims }: Step, seen: Seen | null): Readings {
  return Object.fromEntries(Object.entries(claims).map(([name, claim]) => [name, seen && claim(seen)]));
}

/** The figures of all claims, by `claim.figure`. */
export function figuresOf(readings: Readings): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(readings).flatMap(([claim, reading]) =>
      Object.entries(reading?.figures ?? {}).map(([name, figure]) => [`${claim}.${name}`, figure]),
    ),
  );
}

/** A text without its marks; a figure that is not known yet is left open. */
export function plain(text: string, figures: Readonly<Record<string, string>>): string {
  return marksOf(text)
    .map((mark) => (mark.kind === 'figure' ? (figures[mark.name] ?? '…') : mark.text))
    .join('');
}

/** The first sentence of a text, in English or Chinese. */
export function firstSentence(text: string): string {
  return /^.*?(?:[。？！]|[.?!](?=\s|$))/s.exec(text)?.[0] ?? text;
}
