/** A challenge: its document, its goal, and what the runs of a scheduler say about it. */
import type { Outcome } from '../../engine/batch/pool';
import type { BatchJob } from '../../engine/batch/questions';
import type { ChallengeId } from '../../scenario/challenges';
import { completed, type SparseScenario } from '../../scenario/document';
import type { PolicySource, RunReport, Scenario } from '../../scenario/generated/types';
import { scheduledBy } from '../../scenario/policies';

/** A file of `examples/challenges`. */
export interface Challenge {
  readonly title: Readonly<Record<'en' | 'zh', string>>;
  readonly text: Readonly<Record<'en' | 'zh', string>>;
  /** The idea of a solution. */
  readonly help: Readonly<Record<'en' | 'zh', string>>;
  readonly scenario: SparseScenario;
  readonly practice: readonly number[];
  readonly scoring: readonly number[];
  readonly goal: { readonly wait_p99_us: number; readonly work_lost_pct: number };
}

const FILES = import.meta.glob<Challenge>('../../../examples/challenges/*.json', { import: 'default' });

export async function challengeOf(id: ChallengeId): Promise<Challenge> {
  const load = FILES[`../../../examples/challenges/${id}.json`];
  if (!load) throw new Error(`no challenge ${id}`);
  return await load();
}

/** The document of a challenge: A is the kernel's own scheduler, B the policy or the same. */
export function documentOf({ scenario }: Challenge, policy: PolicySource | null): Scenario {
  const plain = completed(scenario);
  const [lane] = plain.lanes;
  const both = lane ? { ...plain, lanes: [lane, lane] } : plain;
  return policy ? scheduledBy(both, 1, policy) : both;
}

/** Both lanes with each seed. */
export function jobsOf(challenge: Challenge, policy: PolicySource, seeds: readonly number[]): BatchJob[] {
  const document = documentOf(challenge, policy);
  return seeds.flatMap((seed) => [0, 1].map((lane) => ({ scenario: { ...document, seed }, lane })));
}

/** What a seed says. */
export interface Result {
  readonly seed: number;
  readonly p99Ns: number;
  /** Work lost against the kernel's own scheduler (%); below 0: gained. */
  readonly lostPct: number;
  readonly isEjected: boolean;
  readonly isMet: boolean;
  /** The event hash of the run. */
  readonly hash: string;
}

/** Null: a run failed or is not there yet. */
function resultOf({ goal }: Challenge, seed: number, plain?: RunReport, own?: RunReport): Result | null {
  if (!plain || !own) return null;
  const p99Ns = own.wake_latency.p99;
  const lostPct = (1 - own.messages_per_s / plain.messages_per_s) * 100;
  const isEjected = own.policy?.exit !== undefined;
  const isMet = !isEjected && p99Ns <= goal.wait_p99_us * 1000 && lostPct <= goal.work_lost_pct;
  return { seed, p99Ns, lostPct, isEjected, isMet, hash: own.hash };
}

/** By seed, from the outcomes of `jobsOf`. */
export function resultsOf(
  challenge: Challenge,
  seeds: readonly number[],
  outcomes: readonly (Outcome | null)[],
): readonly (Result | null)[] {
  const reports = outcomes.map((outcome) => (outcome?.type === 'report' ? outcome.report : undefined));
  return seeds.map((seed, i) => resultOf(challenge, seed, reports[2 * i], reports[2 * i + 1]));
}

/** One star: half of the seeds meet the goal; two: all; three: all, with half of the work that may be lost. */
export function starsOf({ goal }: Challenge, results: readonly Result[]): number {
  const met = results.filter(({ isMet }) => isMet).length;
  if (results.length === 0 || met * 2 < results.length) return 0;
  if (met < results.length) return 1;
  return results.every(({ lostPct }) => lostPct <= goal.work_lost_pct / 2) ? 3 : 2;
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code of the event hashes of all runs, which `sched policy judge` prints as well. */
export function codeOf(results: readonly Result[]): string {
  // FNV-1a
  const text = results.map(({ hash }) => hash).join(',');
  let sum = 0xcbf29ce484222325n;
  for (const letter of text) sum = BigInt.asUintN(64, (sum ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n);
  const code = Array.from({ length: 8 }, (_, i) => LETTERS[Number((sum >> BigInt(5 * i)) & 31n)]).join('');
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
