/** A figure: the drawing of one or more steps, in place of the machines of both lanes. */
import type { ComponentType } from 'react';
import type { Seen, Sight, StepWords } from '../types';

/** Font size of small text in the units of a drawing. */
export const SMALL = 13;

export type FigureName = 'hump' | 'struct' | 'directory' | 'times' | 'tree' | 'steal' | 'home' | 'layout' | 'queue';

export type ResultsName = 'low';

/** A part of a figure that a word of the text names (`[word](#part)`; a lane is `a` or `b`). */
export interface Lighting {
  /** The lit part; null: none. */
  readonly lit: string | null;
  readonly onLit: (part: string | null) => void;
}

export interface FigureProps extends Lighting {
  readonly sight: Sight;
  /** Null until it is read, and before a question or a sketch is answered. */
  readonly seen: Seen | null;
  /** The name of the step. */
  readonly step: string;
  /** The new word of the step: its figure explains it. */
  readonly word: StepWords['word'] | undefined;
  /** Units of the drawing, in which small text has 13: px on a page, more px on a stage. */
  readonly width: number;
  readonly height: number;
}

/** The results of a step, beside its text. */
export type ResultProps = Omit<FigureProps, 'sight' | 'width' | 'height' | 'word'>;

export interface FigureParts {
  readonly Figure: ComponentType<FigureProps>;
  readonly Results?: ComponentType<ResultProps>;
}
