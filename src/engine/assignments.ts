/**
 * Assignments for a class: `sim-wasm/assignments` reads them, tries answers and marks them, in the tools module. Every
 * question has a worker of its own, so that it can be cancelled.
 */
import type { FieldError, Scenario } from '../scenario/generated/types';
import type { Remark } from './remark';
import { loadTools } from './tools';

/** A text in one language for all readers, or in several. */
export type Text = string | { readonly en?: string; readonly zh?: string };

export interface Figure {
  readonly figure: string;
  readonly of: 'A' | 'B' | 'difference' | 'difference_pct';
}
export interface Condition extends Figure {
  readonly is: 'above' | 'at_least' | 'at_most' | 'below';
  readonly value: number;
}
interface Axis extends Figure {
  readonly tolerance: number;
  readonly from: number;
  readonly to: number;
}

/** What a task asks for; `docs/assignment.schema.json` describes the fields. */
export type Ask =
  | ({ readonly kind: 'predict'; readonly experiment: string; readonly sign_points: number } & Axis)
  | ({
      readonly kind: 'curve';
      readonly experiment: string;
      readonly field: string;
      readonly values: readonly number[];
    } & Axis)
  | {
      readonly kind: 'cpu';
      readonly experiment: string;
      readonly lane: 'A' | 'B';
      readonly task: number;
      readonly from_ns: number;
    }
  | {
      readonly kind: 'find';
      readonly experiment: string;
      readonly lane: 'A' | 'B';
      readonly what: 'moment' | 'cpu';
      readonly tolerance_ns: number;
    }
  | {
      readonly kind: 'switches';
      readonly experiment: string;
      readonly lane: 'A' | 'B';
      readonly switches: readonly string[];
      readonly goal: readonly Condition[];
    }
  | {
      readonly kind: 'tune';
      readonly experiment: string;
      readonly parameters: readonly { readonly field: string; readonly min: number; readonly max: number }[];
      readonly goal: readonly Condition[];
    }
  | {
      readonly kind: 'policy';
      readonly experiment: string;
      readonly lane: 'A' | 'B';
      /** The source that a student starts from. */
      readonly start: string;
      readonly goal: readonly Condition[];
    }
  | {
      readonly kind: 'choice';
      readonly experiment: string;
      readonly several: boolean;
      readonly options: readonly { readonly text: Text }[];
    }
  | { readonly kind: 'words'; readonly most: number };

export interface Task {
  readonly title: Text;
  readonly text?: Text;
  readonly points: number;
  readonly ask: Ask;
  readonly feedback?: Text;
}

export interface Assignment {
  readonly id: string;
  readonly title: Text;
  readonly text?: Text;
  readonly attempts: number;
  readonly seeds: { readonly practice?: readonly number[]; readonly per_student: number; readonly scoring: number };
  readonly experiments: Readonly<Record<string, Scenario>>;
  readonly tasks: readonly Task[];
  /** Only in the document for students. */
  readonly salt?: string;
}

/** An answer: a number, numbers, switches or a text; null: none. */
export type Value = number | readonly number[] | Readonly<Record<string, unknown>> | string | null;

export interface Part {
  readonly what: 'sign' | 'size' | 'value' | 'condition' | 'cpu' | 'moment' | 'options';
  readonly is_right: boolean;
  readonly points: number;
  readonly of: number;
  readonly value?: number;
  readonly ci95?: number;
}

export interface Mark {
  readonly points: number | null;
  readonly by_hand: boolean;
  readonly parts: readonly Part[];
  readonly replay: 'none' | 'same' | 'differs';
  /** The hash of the runs. */
  readonly runs: string;
  /** Why the answer has no points although it may be right. */
  readonly refused?: Remark;
}

export interface Row {
  readonly name: string;
  readonly number: string;
  readonly file: string;
  readonly handed_in: number;
  readonly counts: number;
  readonly is_late: boolean;
  readonly is_empty: boolean;
  readonly answers: readonly Value[];
  readonly marks: readonly Mark[];
  readonly points: number;
  readonly differs: readonly number[];
  readonly same_as: readonly string[];
  readonly same_schedulers: readonly { readonly question: number; readonly names: readonly string[] }[];
  readonly faults: readonly (Remark & { readonly file: string })[];
}

export interface Sheet {
  readonly assignment: string;
  readonly name: string;
  readonly number: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly answers: readonly { readonly value: Value; readonly runs: string }[];
}

/** Runs that are done, and those that are known to be left. */
export interface Progress {
  readonly done: number;
  readonly left: number;
}

export interface Graded {
  readonly rows: readonly Row[];
  readonly right: readonly Value[];
  readonly tables: Readonly<Record<'moodle' | 'canvas', string>>;
}

export type Asked =
  | { readonly as: 'read'; readonly document: string }
  | {
      readonly as: 'try';
      readonly document: string;
      readonly task: number;
      readonly value: Value;
      readonly number: string;
    }
  | {
      readonly as: 'experiment';
      readonly document: string;
      readonly task: number;
      readonly value: Value;
      readonly number: string;
    }
  | {
      readonly as: 'runs';
      readonly document: string;
      /** One for each task. */
      readonly values: readonly Value[];
      readonly number: string;
    }
  | { readonly as: 'code'; readonly sheet: Sheet }
  | { readonly as: 'key'; readonly document: string }
  | {
      readonly as: 'grade';
      readonly document: string;
      readonly key: string;
      readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
      /** The deadline in seconds since 1970. */
      readonly due?: number;
    };

interface Answers {
  readonly read:
    | { readonly assignment: Assignment; readonly digest: string; readonly faults: null }
    | { readonly assignment: null; readonly digest: ''; readonly faults: readonly FieldError[] };
  readonly try: Mark;
  /** Null: the task has none. */
  readonly experiment: Scenario | null;
  /** For each task what its answer runs, with the first seed of the student: one for each value of a curve. */
  readonly runs: readonly (readonly Scenario[])[];
  readonly code: string;
  readonly key: { readonly key: { readonly right: readonly Value[] }; readonly handed_out: Assignment };
  readonly grade: Graded;
}

/** Why a question has no answer. */
export class Refusal extends Error {
  constructor(readonly fault: Remark) {
    super(fault.sentence);
  }
}

interface Options {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Asks in a new worker. Rejects with a `Refusal`, or if it is aborted. */
export async function ask<K extends Asked['as']>(
  asked: Extract<Asked, { as: K }>,
  { signal, onProgress }: Options = {},
): Promise<Answers[K]> {
  const [{ default: Worker }, module] = await Promise.all([import('./assignments.worker?worker&inline'), loadTools()]);
  const worker = new Worker({ name: 'assignments' });
  try {
    return await new Promise<Answers[K]>((resolve, reject) => {
      const giveUp = () => reject(new Error('no answer'));
      signal?.addEventListener('abort', giveUp);
      if (signal?.aborted) giveUp();
      worker.onerror = giveUp;
      worker.onmessage = ({ data }: MessageEvent<{ progress?: Progress; fault?: Remark; answer?: Answers[K] }>) => {
        if (data.progress) onProgress?.(data.progress);
        else if (data.fault) reject(new Refusal(data.fault));
        else resolve(data.answer as Answers[K]);
      };
      worker.postMessage({ module, asked });
    });
  } finally {
    worker.terminate();
  }
}
