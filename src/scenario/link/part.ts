/** A part of a link (`seed=9`): one object says how it is taken from what is linked, written, read and put back. */
import { sameDocument } from '../catalog';
import type { Problem, Range } from '../check';
import type { Scenario } from '../generated/types';
import { PRESETS } from '../presets';
import type { Content, LinkProblem } from './content';

/** A text that is not understood: the part is as if it were not there. */
export class BadPart extends Error {}
/** A text that lacks its end. */
export class CutPart extends Error {}

/** What a reader can ask and say. */
export interface Reading {
  /** The link says something of the scenario. */
  readonly ofScenario: boolean;
  readonly say: (problem: LinkProblem) => void;
  /** Told of a word that is not understood, where the words beside it still are. */
  readonly note: (word: string) => void;
  /** Told of a value in whose place the nearest good one was taken. */
  readonly wrong: (problem: Problem) => void;
}

interface PartOf<T> {
  readonly name: string;
  /** What the link has to say; undefined: nothing. */
  readonly get: (content: Content) => T | undefined;
  readonly write: (value: T) => string;
  /** Throws `BadPart`. What other parts before it in the list have said is in `content`. */
  readonly read: (text: string, reading: Reading, content: Content) => T;
  readonly put: (content: Content, value: T) => Content;
}

export interface Part {
  readonly name: string;
  /** Its text; undefined: the link goes without it. */
  readonly write: (content: Content) => string | undefined;
  /** The content with what the text says. Throws. */
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
  /** False: it is too long to be read, and is packed. */
  readonly isReadable?: (value: T) => boolean;
  readonly put: (scenario: Scenario, value: T) => Scenario;
}

/** A part of the scenario: in the link where it differs from the preset. */
export const scenarioPart = <T>({ get, put, isReadable = () => true, ...rest }: ScenarioPartOf<T>): Part =>
  part<T>({
    ...rest,
    get: ({ scenario, preset }) => {
      const value = get(scenario);
      return sameDocument(value, get(PRESETS[preset])) || !isReadable(value) ? undefined : value;
    },
    put: (content, value) => ({ ...content, scenario: put(content.scenario, value) }),
  });

/** The number within the range; says so where it was not. */
export function nearest(field: string, value: number, range: Range, { wrong }: Pick<Reading, 'wrong'>): number {
  const there = Math.min(range.max, Math.max(range.min, value));
  if (there !== value) wrong({ field, value: String(value), range });
  return there;
}
