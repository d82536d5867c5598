/** What an act asks of its readers on paper, and the answers, which come from runs. */
import { runBatch } from '../../engine/batch/pool';
import { pause, seek } from '../../state/run';
import { openScenario } from '../../state/scenario';
import { jobsOf } from './asking';
import { measured } from './curve';
import { figuresOf, readingsOf } from './readings';
import type { Act, Step, StepWords } from './types';
import { besideOf, look } from './useSeen';

export interface Exercise {
  readonly words: StepWords;
  readonly step: Step;
}

/** The answers of an exercise. */
export interface Solution {
  /** The figures of its texts. */
  readonly figures: Readonly<Record<string, string>>;
  /** The name of the right option. */
  readonly right: string | null;
  /** The measured curve. */
  readonly curve: readonly number[];
}

/** The steps of an act that ask something: a new word, figures of both lanes, a question, a curve, a task. */
export function exercisesOf(act: Act): readonly Exercise[] {
  const all = act.words();
  return act.steps.flatMap(([name, step]) => {
    const words = all[name];
    const asks = words && (words.word ?? words.bars ?? words.question ?? words.sketch ?? words.task);
    return words && asks ? [{ words, step }] : [];
  });
}

/** Runs the experiment of a step in the lanes up to its moment, and the experiments beside it. */
export async function solve({ step }: Exercise): Promise<Solution> {
  openScenario(step.preset, step.document, 'history');
  pause();
  await seek(step.untilNs ?? step.atNs);
  const now = await look(step);
  if (!now) throw new Error('the lanes did not run');
  const { experiments = [], seeds = 0 } = step.beside ?? {};
  const outcomes = await runBatch(jobsOf(experiments, seeds), () => {}).finished;
  const seen = { ...now, decision: null, beside: besideOf(step.beside, outcomes ?? []) };
  return {
    figures: figuresOf(readingsOf(step, seen)),
    right: Object.entries(step.answers ?? {}).find(([, holds]) => holds(seen))?.[0] ?? null,
    curve: step.sketch ? measured(step.sketch, seen).map(({ mean }) => mean) : [],
  };
}
