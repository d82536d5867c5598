/** The faults of a schedule, derived from its seed, so that a schedule can be repeated alone. */
import { type Randomness, randomness } from '../random-scenario';

/** The parts of the page that use workers. */
export const PARTS = {
  lanes: [
    ...['start', 'load', 'advance', 'step', 'flips', 'seek', 'flows', 'find', 'firstWork', 'range', 'trail', 'report'],
    ...['inspectCpu', 'traceQueue', 'inspectTask', 'decision', 'decisions', 'check'],
  ],
  pool: ['start', 'run'],
  quiet: ['start', 'begin', 'runSlice'],
  trace: ['start', 'begin', 'more'],
} as const;
export type Part = keyof typeof PARTS;

/** After these faults a worker still answers: it is slow, not dead. */
export const SLOW = ['delay', 'slow', 'starve', 'disorder'] as const;
const BROKEN = ['drop', 'mute', 'kill', 'silent', 'memory', 'unreadable', 'clone'] as const;
export type Fault = (typeof SLOW)[number] | (typeof BROKEN)[number];
/** A worker starts slowly, fails to start, or never starts. */
const AT_START: readonly Fault[] = ['delay', 'starve', 'kill', 'silent'];

/** Every request of every part with every fault that can affect it. */
export const CASES: readonly { readonly part: Part; readonly question: string; readonly fault: Fault }[] = (
  Object.keys(PARTS) as Part[]
).flatMap((part) =>
  PARTS[part].flatMap((question) =>
    (question === 'start' ? AT_START : [...SLOW, ...BROKEN]).map((fault) => ({ part, question, fault })),
  ),
);

interface Rule {
  readonly question: string;
  readonly fault: Fault;
  /** The fault strikes at this occurrence of the request. */
  readonly nth: number;
}

export interface Plan {
  readonly seed: number;
  readonly part: Part;
  readonly random: Randomness;
  readonly rules: readonly Rule[];
  /** Real time of an animation frame, and of a simulated event (ms). */
  readonly frameMs: number;
  readonly eventMs: number;
  /** The fault that strikes now, which is recorded; or null. */
  strike(question: string): Fault | null;
  /** The faults that have struck, as `question fault`. */
  readonly struck: string[];
  /** Ends all faults. */
  heal(): void;
}

/** Every case is used in turn, together with others. */
export function planOf(seed: number): Plan {
  const random = randomness(seed * 2 + 1);
  const { pick, below, next } = random;
  const own = CASES[seed % CASES.length]!;
  const round = Math.floor(seed / CASES.length);
  const rules: Rule[] = [{ ...own, nth: round < 3 ? 0 : below(3) }];
  while (next() < 0.4) {
    const { question, fault } = pick(CASES.filter(({ part }) => part === own.part));
    rules.push({ question, fault, nth: below(5) });
  }
  const asked = new Map<string, number>();
  const struck: string[] = [];
  let healed = false;
  return {
    seed,
    part: own.part,
    random,
    rules,
    struck,
    frameMs: pick([16, 100, 250]),
    eventMs: pick([0.001, 0.01, 0.1, 2]),
    strike(question) {
      const nth = asked.get(question) ?? 0;
      asked.set(question, nth + 1);
      if (healed) return null;
      const rule = rules.find((one) => one.question === question && one.nth === nth);
      if (rule) struck.push(`${question} ${rule.fault}`);
      return rule?.fault ?? null;
    },
    heal() {
      healed = true;
    },
  };
}

/** Whether the workers survive all faults that have struck. */
export const isOnlySlow = ({ struck }: Plan): boolean =>
  struck.every((one) => (SLOW as readonly string[]).includes(one.split(' ')[1]!));
