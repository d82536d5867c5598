/**
 * An act: short steps, each bound to an experiment, a moment of its run and a view of it. A step claims what its run
 * shows; a claim is a function of the observations; it gives the figures of its sentence and whether it holds.
 */
import type { FrameView } from '../../engine/wire/frame';
import type { Head, Step as LensStep } from '../../engine/wire/records';
import type { CpuInspection, MachineDescription, RunReport, Scenario } from '../../scenario/generated/types';
import type { PresetId } from '../../scenario/presets';
import type { InspectorTab, LaneKey, Lit, Panel } from '../../state/view';
import { type Language, translated } from '../../words';
import type { FigureName, ResultsName } from './figures/types';
import type { Translated } from './words/words';

/** The data that decides a step's claims: the lanes at their moment. */
export interface Seen {
  /** The report of each lane. */
  readonly lanes: readonly RunReport[];
  /** The frame of each lane. */
  readonly frames: readonly FrameView[];
  readonly machine: MachineDescription;
  /** `Shot.inspect` in each lane; null: the step has none. */
  readonly inspected: readonly (CpuInspection | null)[];
  /** The decision the step opened. */
  readonly decision: { readonly head: Head; readonly steps: readonly LensStep[] } | null;
  /**
   * The runs beside the picture: by experiment, by seed, by lane; an experiment is empty until all its runs have ended.
   */
  readonly beside: readonly (readonly (readonly RunReport[])[])[];
}

/** A claim, judged. */
export interface Reading {
  readonly holds: boolean;
  /** The figures of its sentence as text. */
  readonly figures: Readonly<Record<string, string>>;
}

/** Null as long as there is nothing to judge by. */
export type Claim = (seen: Seen) => Reading | null;

/** The sketch of a step: the experiment for each load. */
export interface Sketched {
  readonly loads: readonly number[];
  /** The least and the most that can be drawn (shares: 0.1 is a tenth more). */
  readonly range: readonly [number, number];
}

/** An experiment: a preset and its changes. */
export interface Experiment {
  readonly preset: PresetId;
  readonly document: Scenario;
}

/** The visible state of the machine at a moment. */
export type Sight = Pick<Seen, 'frames' | 'machine' | 'decision'>;

/** A part of the machine: CPUs, the L3 tag of a cluster, the data of a node's L3 (or its memory). */
export type Named =
  | readonly number[]
  | { readonly part: 'tag'; readonly unit: number }
  | { readonly part: 'data'; readonly node: number };

/**
 * The parts that a step's text names in each lane; everything else is dimmed. A lane that is left out is dimmed as a
 * whole.
 */
export type Lights = Readonly<Partial<Record<LaneKey, readonly Named[]>>>;

/** The part of the machine at which a new word is explained. */
export interface WordAt {
  readonly lane: LaneKey;
  readonly at: (sight: Sight) => Named | null | undefined;
}

/** The view of the page that a step shows. */
export interface Shot {
  /** Drawn in place of the machines of both lanes. */
  readonly figure?: FigureName;
  /** The same, on the stage only. */
  readonly stageFigure?: FigureName;
  /** Results beside the text of a step without a figure. */
  readonly results?: ResultsName;
  /** The part of the page it points at. */
  readonly lit?: Lit;
  /** The parts of the machine that its text names; by default all. */
  readonly lights?: (sight: Sight) => Lights;
  /** The stretch to the moment plays once by itself, unless reduced motion is set. */
  readonly film?: boolean;
  /** The tab of the drawer. */
  readonly panel?: Panel;
  /** The CPU that is selected, and the tab of the Inspector that is open on it. */
  readonly select?: { readonly lane: LaneKey; readonly cpu: number; readonly tab?: InspectorTab };
  /** The task that is followed. */
  readonly follow?: number;
  /**
   * Simulated ns per second (one of `SPEEDS`): sets the speed and with it the window of the timeline. By default that
   * of the preset.
   */
  readonly speed?: number;
  /** The run continues from the moment of the step, unless reduced motion is on. */
  readonly play?: boolean;
  /** The CPU whose inspection the claims ask for. */
  readonly inspect?: number;
  /** The decision lens opens on the latest decision of a lane for which this is true. */
  readonly decision?: {
    readonly lane: LaneKey;
    readonly find: (head: Head) => boolean;
    /** One that the other lane decides differently in the same state, if there is one. */
    readonly differing?: boolean;
  };
}

/** Complete runs beside the picture, on other workers. */
export interface Beside {
  readonly experiments: readonly Scenario[];
  /** Seeds of each, from 1. */
  readonly seeds: number;
}

/** Rows of the published tables. */
export interface Published {
  readonly table: string;
  /** Rows by name; by default all rows about which the model makes a statement. */
  readonly rows?: readonly string[];
  /** Left out: the first. */
  readonly quantity?: string;
  /** Also drawn as bars beside the text (`generated/record.json`). */
  readonly drawn?: boolean;
}

/** The words of a step. Texts are marked up (`marks.ts`); paragraphs are separated by an empty line. */
export interface StepWords {
  /** The question that leads here, on the button of the step before. */
  readonly ask?: string;
  readonly title: string;
  /** One idea, at most 90 words. */
  readonly text: string;
  /** The new word of the text and its meaning, which is explained on the picture. */
  readonly word?: { readonly term: string; readonly means: string };
  /** Claims whose figures `a` and `b` are also bars beside the text: what they count, of what, and the unit. */
  readonly bars?: Readonly<Record<string, { readonly title: string; readonly of?: string; readonly unit?: string }>>;
  /** A task with the picture, and the text after it. */
  readonly task?: { readonly text: string; readonly done: string };
  /** A question, its answers, and the text after its run. */
  readonly question?: {
    readonly text: string;
    readonly options: Readonly<Record<string, string>>;
    readonly after: string;
  };
  /** A curve to sketch before it is measured, and the text after that. */
  readonly sketch?: { readonly after: string };
  /** A game on the machine. */
  readonly game?: { readonly again: string };
  /** A sentence to share at the end: `{guess}` is the reader's expectation, `{outcome}` the result. */
  readonly card?: string;
}

/** The content of *How we know* of a step; loaded on demand. */
export interface HowWords {
  /** What we know and how. */
  readonly how: string;
  /** A sentence for each claim. */
  readonly claims: Readonly<Record<string, string>>;
}

/** The steps of an act, in order. */
export type ActWords = Readonly<Record<string, StepWords>>;
/** The keys are those steps. */
export type ActHow = Readonly<Record<string, HowWords>>;

/** Returns words in the current language, or in the requested one. */
type InLanguage<T> = (lang?: Language) => T;

/** The definition of a step: its texts determine the claims that it must have. */
export type StepOf<W> = Experiment & {
  /** The moment (ns) it is about. */
  readonly atNs: number;
  /** The start of the interval before that moment through which scrolling moves. */
  readonly fromNs?: number;
  readonly shot?: Shot;
  readonly beside?: Beside;
  readonly published?: readonly Published[];
} & (W extends { readonly claims: infer C } ? { readonly claims: { readonly [K in keyof C]: Claim } } : unknown) &
  (W extends { readonly word: unknown }
    ? { /** Null: the figure of the step explains it, or a line of the text. */ readonly word: WordAt | null }
    : unknown) &
  (W extends { readonly game: unknown } ? { readonly game: 'choose' | 'steal' } : unknown) &
  (W extends { readonly sketch: unknown } ? { readonly sketch: Sketched } : unknown) &
  (W extends { readonly task: unknown }
    ? {
        /** Whether the reader has done it. */
        readonly task: (seen: Seen) => boolean;
      }
    : unknown) &
  (W extends { readonly question: { readonly options: infer O } }
    ? {
        /** The moment (ns) to which the run goes before the answers are judged; exactly one must be true. */
        readonly untilNs: number;
        readonly answers: { readonly [K in keyof O]: (seen: Seen) => boolean };
        /** The answer that the following text assumes. */
        readonly expected: keyof O;
      }
    : unknown);

/** A step with its words' types forgotten. */
export interface Step extends Experiment {
  readonly atNs: number;
  readonly fromNs?: number;
  readonly shot?: Shot;
  readonly beside?: Beside;
  readonly published?: readonly Published[];
  readonly claims: Readonly<Record<string, Claim>>;
  readonly word?: WordAt | null;
  readonly game?: 'choose' | 'steal';
  readonly sketch?: Sketched;
  readonly task?: (seen: Seen) => boolean;
  readonly untilNs?: number;
  readonly answers?: Readonly<Record<string, (seen: Seen) => boolean>>;
  readonly expected?: string;
}

export interface Act {
  readonly words: InLanguage<ActWords>;
  /** Loads how its steps are known, once. */
  readonly how: () => Promise<InLanguage<ActHow>>;
  /** In order, by their names in the words. */
  readonly steps: readonly (readonly [name: string, step: Step])[];
}

interface InBoth<T> {
  readonly en: () => Promise<T>;
  readonly zh: () => Promise<Translated<T>>;
}

/** Combines the words of an act with its steps, in the order in which they are written. */
export async function act<W extends ActWords, H extends Record<keyof W, HowWords>>(
  words: InBoth<W>,
  how: InBoth<H>,
  steps: { readonly [K in keyof W]: StepOf<W[K] & H[K]> },
): Promise<Act> {
  let known: ReturnType<Act['how']> | null = null;
  return {
    words: await translated<ActWords>({ en: words.en, zh: async () => (await words.zh()) as ActWords }),
    how: () => {
      known ??= translated<ActHow>({ en: how.en, zh: async () => (await how.zh()) as ActHow });
      return known;
    },
    steps: Object.entries(steps) as [string, Step][],
  };
}
