/** The experiments that answers run. */
import { experiment_of } from '../../sim-wasm/pkg/tools/sched_tools.js';

interface Curve {
  readonly kind: 'curve';
  readonly experiment: string;
  readonly field: string;
  readonly values: readonly number[];
  readonly figure: string;
  readonly of: string;
}
/** The parts of an assignment that name its runs. */
interface Document {
  readonly tasks: readonly { readonly ask: Curve | { readonly kind: 'other' } }[];
  readonly seeds: object;
}

/** The experiments that an answer runs: one for each value of a curve, and none if it is not what the task allows. */
export function runsOf(text: string, task: number, value: unknown, number: string): readonly object[] {
  const document: Document = JSON.parse(text);
  const ask = document.tasks[task]?.ask;
  const experiment = (of: string, given: unknown): readonly object[] => {
    try {
      const json = experiment_of(of, task, JSON.stringify(given), number);
      return json === '' ? [] : [JSON.parse(json)];
    } catch {
      return [];
    }
  };
  if (ask?.kind !== 'curve') return experiment(text, value);
  // The experiment at a value is that of a task to tune the field, which needs a goal and a seed that decides.
  const { experiment: name, field, values, figure, of } = ask;
  return values.flatMap((at) => {
    const tune = {
      kind: 'tune',
      experiment: name,
      parameters: [{ field, min: at, max: at }],
      goal: [{ figure, of, is: 'at_least', value: 0 }],
    };
    const tasks = (document.tasks as readonly object[]).with(task, { ...document.tasks[task], ask: tune });
    return experiment(JSON.stringify({ ...document, seeds: { ...document.seeds, scoring: 1 }, tasks }), [at]);
  });
}
