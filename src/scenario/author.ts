/** The words that the author of a scenario gives it: plain text in the link that does not change the result. */
import { plainLine } from './notes';

export interface Author {
  /** One line; empty: the name of the preset. */
  readonly title: string;
  /** One line; empty: none. */
  readonly question: string;
  readonly sentences: readonly string[];
}

export const NO_AUTHOR: Author = { title: '', question: '', sentences: [] };

export const MAX_SENTENCES = 3;

/** The most characters (code points) of each text. */
export const MOST_CHARACTERS = { title: 80, question: 140, sentence: 140 } as const;
export type AuthorText = keyof typeof MOST_CHARACTERS;

/** The number of characters of a text without its hidden characters. */
export const lengthOf = (text: string): number => Array.from(plainLine(text)).length;

/** One line without hidden characters, not too long. */
export const authorText = (kind: AuthorText, text: string): string =>
  Array.from(plainLine(text)).slice(0, MOST_CHARACTERS[kind]).join('').trim();

/** The lines of a text as sentences; empty lines are dropped. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => authorText('sentence', line))
    .filter((line) => line !== '')
    .slice(0, MAX_SENTENCES);

/** The question and the sentences as one paragraph. */
export const aboutOf = ({ question, sentences }: Author): string => [question, ...sentences].filter(Boolean).join(' ');
