/** A part of a link (`seed=9`): one object gets the value, writes it, reads it and puts it back. */
import { sameDocument } from '../catalog';
import type { Problem, Range } from '../check';
import type { Scenario } from '../generated/types';
import { PRESETS } from '../presets';
import type { Content, LinkProblem } from './content';

/** A text that is not understood. The part is ignored. */
export class BadPart extends Error {}
/** A text without its end. */
export class CutPart extends Error {}

/** The context of decoding. */
export interface Reading {
  /** The link has a part of the scenario. */
  readonly ofScenario: boolean;
  readonly say: (problem: LinkProblem) => void;
  /** Reports a word that is not understood, while other words of the part are. */
  readonly note: (word: string) => void;
  /** Reports a word that is none of the known ones. */
  readonly choice: (word: string, known: readonly string[]) => void;
  /** Reports a value that was replaced by the nearest valid value. */
  readonly wrong: (problem: Problem) => void;
}

interface PartOf<T> {
  readonly name: string;
  /** The value to write; undefined: none. */
  readonly get: (content: Content) => T | undefined;
  readonly write: (value: T) => string;
  /** Throws `BadPart`. `content` has the values of the parts before this one. */
  readonly read: (text: string, reading: Reading, content: Content) => T;
  readonly put: (content: Content, value: T) => Content;
}

export interface Part {
  readonly name: string;
  /** The text of the part; undefined: the link does not need it. */
  readonly write: (content: Content) => string | undefined;
  /** The content with the value of the text. Throws. */
  readonly read: (content: Content, text: string, reading: Reading) => Content;
}

export const part = <T>({ name, get, write, read, put }: PartOf<T>): Part => ({
  name,
  write: (content) => {
    const value = get(content);
    return value === undefined ? undefined : write(value);
  },
  read: (content, text, reading) => put(content, read(text, reading, content)),
});

interface ScenarioPartOf<T> extends Pick<PartOf<T>, 'name' | 'write' | 'read'> {
  readonly get: (scenario: Scenario) => T;
  /** False: the value is too long and is packed. */
  readonly isReadable?: (value: T) => boolean;
  readonly put: (scenario: Scenario, value: T) => Scenario;
}

/** A part of the scenario, which the link has if it differs from the preset. */
export const scenarioPart = <T>({ get, put, isReadable = () => true, ...rest }: ScenarioPartOf<T>): Part =>
  part<T>({
    ...rest,
    get: ({ scenario, preset }) => {
      const value = get(scenario);
      return sameDocument(value, get(PRESETS[preset])) || !isReadable(value) ? undefined : value;
    },
    put: (content, value) => ({ ...content, scenario: put(content.scenario, value) }),
  });

/** The nearest number within the range; reports a number outside. */
export function nearest(field: string, value: number, range: Range, { wrong }: Pick<Reading, 'wrong'>): number {
  const there = Math.min(range.max, Math.max(range.min, value));
  if (there !== value) wrong({ field, value: String(value), range });
  return there;
}
