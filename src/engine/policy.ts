/**
 * Schedulers that a person writes: `sim-wasm/policy` checks and compiles them, in the tools module, in a worker that
 * stays.
 */
import type { FieldError, Scenario } from '../scenario/generated/types';
import { loadTools } from './tools';

/** A place in the source: line and column count from 1, in characters. */
interface Place {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** An error or a warning: its place, its kind with names and numbers, and the sentence in English. */
export interface Problem extends Place, Readonly<Record<string, unknown>> {
  readonly severity: 'error' | 'warning';
  readonly is: string;
  readonly sentence: string;
  /** A known name that is similar to the unknown one. */
  readonly meant?: string;
}

export interface Checked {
  readonly problems: readonly Problem[];
  /** The names of the `const volatile` globals that a person sets. */
  readonly knobs: readonly string[];
}

/** A word that the editor completes. */
export interface Word {
  readonly name: string;
  readonly kind: 'hook' | 'function';
  /** The hooks in which a function may be called; empty: in all. */
  readonly hooks: readonly string[];
}

/** A program, or why there is none; neither: the lane has no policy. */
export interface Compiled {
  readonly program: string | null;
  readonly refused?: readonly FieldError[];
}

/** Requests to the worker, by name. */
export interface Questions {
  readonly check: { readonly source: string; readonly release: string };
  readonly words: { readonly release: string };
  readonly compile: { readonly scenario: Scenario; readonly lane: number };
}
interface Answers {
  readonly compile: Compiled;
  readonly check: Checked;
  readonly words: readonly Word[];
}
export type Name = keyof Questions;

export interface Asked<N extends Name = Name> {
  readonly id: number;
  readonly name: N;
  readonly question: Questions[N];
}
export interface Answered {
  readonly id: number;
  readonly answer: unknown;
}

/** Timeout (ms), longer than the check of the longest source takes. */
const PATIENCE_MS = 5_000;

let current: Promise<Worker> | null = null;
let last = 0;

async function start(): Promise<Worker> {
  const [{ default: Checker }, module] = await Promise.all([import('./policy.worker?worker&inline'), loadTools()]);
  const worker = new Checker({ name: 'policy' });
  worker.postMessage({ module });
  return worker;
}

/** Asks the worker. If it fails or is silent, it is replaced by the next question, and this one fails. */
async function ask<N extends Name>(name: N, question: Questions[N]): Promise<Answers[N]> {
  current ??= start();
  const started = current;
  const id = ++last;
  try {
    const worker = await started;
    return await new Promise<Answers[N]>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        worker.removeEventListener('message', hear);
        worker.removeEventListener('error', fail);
        settle();
      };
      const fail = () => end(() => reject(new Error('no answer')));
      const hear = ({ data }: MessageEvent<Answered>) => {
        if (data.id === id) end(() => resolve(data.answer as Answers[N]));
      };
      const timer = setTimeout(fail, PATIENCE_MS);
      worker.addEventListener('message', hear);
      worker.addEventListener('error', fail);
      worker.postMessage({ id, name, question } satisfies Asked<N>);
    });
  } catch (thrown) {
    if (current === started) current = null;
    started.then((worker) => worker.terminate()).catch(() => {});
    throw thrown;
  }
}

/** Checks a source under a release of sched_ext. */
export const checkPolicy = (source: string, release: string): Promise<Checked> => ask('check', { source, release });

/** The hooks and functions of a release. */
export const policyWords = (release: string): Promise<readonly Word[]> => ask('words', { release });

/** Compiles the policy of a lane. */
export const compilePolicy = (scenario: Scenario, lane: number): Promise<Compiled> =>
  ask('compile', { scenario, lane });
