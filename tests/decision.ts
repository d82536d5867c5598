/** Encodes decisions as the simulator does. */
import type { Step } from '../src/engine/wire/records';
import { ANSWERS, DECIDEDS, FUNCS, NO_TASK } from '../src/scenario/generated/vocab';

interface Record {
  readonly kind: (typeof DECIDEDS)[number];
  readonly ns: number;
  readonly task?: number;
  readonly cpu: number;
  readonly about: number;
  readonly chosen: number;
  readonly why?: number;
  readonly steps?: readonly Step[];
}

/** The words of a decision; `why`: the value after its kind, such as how a CPU was found. */
export function record({ kind, ns, task = NO_TASK, cpu, about, chosen, why = 0, steps = [] }: Record): number[] {
  return [
    ((DECIDEDS.indexOf(kind) << 24) | (6 + steps.length * 3)) >>> 0,
    ns % 4294967296,
    Math.floor(ns / 4294967296),
    (task | (cpu << 16) | (about << 24)) >>> 0,
    chosen | (why << 8),
    321,
    ...steps.flatMap((step) => [
      FUNCS.indexOf(step.func) | (step.cpu << 8) | (ANSWERS.indexOf(step.answer) << 16),
      step.value,
      step.costNs,
    ]),
  ];
}

/** The step in which CPU 1 searched for work before it became idle, and found none. */
export const foundNothing = (func: Step['func']): Uint32Array =>
  Uint32Array.from(
    record({
      kind: 'newidle',
      ns: 1000,
      cpu: 1,
      about: 1,
      chosen: 1,
      steps: [{ func, cpu: 1, answer: 'balanced', value: 0, costNs: 55 }],
    }),
  );
