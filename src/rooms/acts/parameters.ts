/** The parameters that a text names as numbers, and that can be dragged there. */
import type { Scenario, Workload } from '../../scenario/generated/types';

export interface Parameter {
  /** In ascending order. */
  readonly values: readonly number[];
  /** Null: the experiment has no such parameter. */
  readonly of: (document: Scenario) => number | null;
  readonly set: (document: Scenario, value: number) => Scenario;
}

/** A field of a workload, in units of `unit`. */
function field(kind: Workload['kind'], name: string, values: readonly number[], unit = 1): Parameter {
  return {
    values,
    of: ({ workload }) => (workload.kind === kind ? Number(Reflect.get(workload, name)) / unit : null),
    set: (document, value) => ({ ...document, workload: { ...document.workload, [name]: value * unit } as Workload }),
  };
}

/** Every `by`-th number. */
const numbers = (least: number, most: number, by = 1): readonly number[] =>
  Array.from({ length: Math.floor((most - least) / by) + 1 }, (_, i) => least + i * by);

export const PARAMETERS = {
  /** Bytes from x to y. */
  stride: field('sharing', 'stride', [4, 8, 16, 32, 60, 64, 128]),
  pairs: field('pairs', 'pairs', numbers(2, 32, 2)),
  /** Nice value of the other hogs. */
  nice: field('hogs', 'rival_nice', numbers(0, 19)),
  /** How long a sleeper runs (ms). */
  run: field('hogs', 'run_us', numbers(1, 9), 1000),
} as const satisfies Readonly<Record<string, Parameter>>;

export type ParameterName = keyof typeof PARAMETERS;

/** The value that is `by` places from another one, within the ends. */
export function valueAfter({ values }: Parameter, value: number, by: number): number {
  const at = values.reduce(
    (best, one, i) => (Math.abs(one - value) < Math.abs((values[best] ?? 0) - value) ? i : best),
    0,
  );
  return values[Math.min(values.length - 1, Math.max(0, at + by))] ?? value;
}
