/**
 * An act: short steps, each bound to an experiment, a moment of its run and a view of it. A step claims what its run
 * shows; a claim is a function of what was seen, from which its sentence takes its figures and by which it is judged.
 */
import type { FrameView } from '../../engine/wire/frame';
import type { Head, Step as LensStep } from '../../engine/wire/records';
import type { CpuInspection, MachineDescription, RunReport, Scenario } from '../../scenario/generated/types';
import type { PresetId } from '../../scenario/presets';
import type { InspectorTab, LaneKey, Lit, Panel } from '../../state/view';
import { type Language, translated } from '../../words';
import type { Translated } from './words/words';

/** What a step's claims are judged by: the lanes at the moment they stand at. */
export interface Seen {
  /** The report of each lane. */
  readonly lanes: readonly RunReport[];
  /** Who runs where, lane by lane. */
  readonly frames: readonly FrameView[];
  readonly machine: MachineDescription;
  /** `Shot.inspect` in each lane; null: the step asks for none. */
  readonly inspected: readonly (CpuInspection | null)[];
  /** The decision the step opened. */
  readonly decision: { readonly head: Head; readonly steps: readonly LensStep[] } | null;
  /** The runs beside the picture: by experiment, by seed, by lane; empty until all have come to their end. */
  readonly beside: readonly (readonly (readonly RunReport[])[])[];
}

/** A claim, judged. */
export interface Reading {
  readonly holds: boolean;
  /** The figures of its sentence, as they are written. */
  readonly figures: Readonly<Record<string, string>>;
}

/** Null as long as there is nothing to judge by. */
export type Claim = (seen: Seen) => Reading | null;

/** An experiment: a preset, and what is changed about it. */
export interface Experiment {
  readonly preset: PresetId;
  readonly document: Scenario;
}

/** What of the page a step shows. */
export interface Shot {
  /** The part of the page it points at. */
  readonly lit?: Lit;
  /** What stands at the foot of the page. */
  readonly panel?: Panel;
  /** The CPU that is selected, and the tab of the Inspector that is open on it. */
  readonly select?: { readonly lane: LaneKey; readonly cpu: number; readonly tab?: InspectorTab };
  /** The task that is followed. */
  readonly follow?: number;
  /**
   * Simulated ns per second (one of `SPEEDS`): how fast it plays, and with it the window of the timeline. Left out: the
   * preset's own.
   */
  readonly speed?: number;
  /** The run goes on from the moment of the step, unless the reader wants less motion. */
  readonly play?: boolean;
  /** The CPU whose inspection the claims ask for. */
  readonly inspect?: number;
  /** The decision lens opens on the latest decision of a lane for which this is true. */
  readonly decision?: { readonly lane: LaneKey; readonly find: (head: Head) => boolean };
}

/** Runs to their end beside the picture, on workers of their own. */
export interface Beside {
  readonly experiments: readonly Scenario[];
  /** Seeds of each, from 1. */
  readonly seeds: number;
}

/** Rows of the published tables. */
export interface Published {
  readonly table: string;
  /** Rows by name; left out: all that the model speaks to. */
  readonly rows?: readonly string[];
  /** Left out: the first. */
  readonly quantity?: string;
}

/** The words of a step. Texts are marked up (`marks.ts`); paragraphs are separated by an empty line. */
export interface StepWords {
  readonly title: string;
  readonly text: string;
  /** A sentence for each claim. */
  readonly claims: Readonly<Record<string, string>>;
  /** A thing to do with the picture, and what is said when it is done. */
  readonly task?: { readonly text: string; readonly done: string };
  /** A question, its answers, and what is said once it was run. */
  readonly question?: {
    readonly text: string;
    readonly options: Readonly<Record<string, string>>;
    readonly after: string;
  };
}

/** The steps of an act, in the order in which they are told. */
export type ActWords = Readonly<Record<string, StepWords>>;

/** A step as it is written down: its words say which claims there must be. */
export type StepOf<W> = Experiment & {
  /** The moment (ns) it is about. */
  readonly atNs: number;
  readonly shot?: Shot;
  readonly beside?: Beside;
  readonly published?: readonly Published[];
} & (W extends { readonly claims: infer C } ? { readonly claims: { readonly [K in keyof C]: Claim } } : unknown) &
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
        /** The answer that the words after it take for the one that came out. */
        readonly expected: keyof O;
      }
    : unknown);

/** A step with its words' types forgotten. */
export interface Step extends Experiment {
  readonly atNs: number;
  readonly shot?: Shot;
  readonly beside?: Beside;
  readonly published?: readonly Published[];
  readonly claims: Readonly<Record<string, Claim>>;
  readonly task?: (seen: Seen) => boolean;
  readonly untilNs?: number;
  readonly answers?: Readonly<Record<string, (seen: Seen) => boolean>>;
  readonly expected?: string;
}

export interface Act {
  /** In the language in force, or in the one asked for. */
  readonly words: (lang?: Language) => ActWords;
  /** In the order they are told, by the names they have among the words. */
  readonly steps: readonly (readonly [name: string, step: Step])[];
}

/** Puts the words of an act and its steps together; the steps are told in the order they are written in. */
export async function act<W extends ActWords>(
  words: { readonly en: () => Promise<W>; readonly zh: () => Promise<Translated<W>> },
  steps: { readonly [K in keyof W]: StepOf<W[K]> },
): Promise<Act> {
  const zh = async () => (await words.zh()) as ActWords;
  return { words: await translated<ActWords>({ en: words.en, zh }), steps: Object.entries(steps) as [string, Step][] };
}
