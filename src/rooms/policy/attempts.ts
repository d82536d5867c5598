/** Attempts at a challenge, kept in the browser: each text that was practised or judged, and what its runs said. */
import { CHALLENGES, type ChallengeId } from '../../scenario/challenges';
import type { PolicySource } from '../../scenario/generated/types';
import { type Challenge, codeOf, type Result, starsOf } from './challenge';
import { store, stored } from './stored';

/** What the scoring seeds said. */
export interface Score {
  readonly met: number;
  readonly of: number;
  readonly stars: number;
  readonly code: string;
  /** Of the worst seed. */
  readonly p99Ns: number;
  readonly lostPct: number;
}

export interface Attempt {
  readonly challenge: ChallengeId;
  /** The first text is 1. */
  readonly version: number;
  readonly policy: PolicySource;
  /** Practice seeds that met the goal; null: it was not practised. */
  readonly practised: { readonly met: number; readonly of: number } | null;
  readonly score: Score | null;
  /** The policy was ejected in some run. */
  readonly isEjected: boolean;
}

const KEY = 'scheduler-playground.attempts';

/** Of one challenge; older ones are dropped. */
const MOST = 20;

const isAttempt = (one: unknown): one is Attempt =>
  typeof one === 'object' &&
  one !== null &&
  'challenge' in one &&
  CHALLENGES.some((id) => id === one.challenge) &&
  'version' in one &&
  typeof one.version === 'number' &&
  'policy' in one &&
  typeof one.policy === 'object';

const all = (): readonly Attempt[] => stored(KEY, isAttempt);

/** The attempts at a challenge, the newest first. */
export const attemptsAt = (challenge: ChallengeId): readonly Attempt[] =>
  all().filter((one) => one.challenge === challenge);

/** The most stars of all attempts at a challenge. */
export const bestOf = (challenge: ChallengeId): number =>
  Math.max(0, ...attemptsAt(challenge).map(({ score }) => score?.stars ?? 0));

const isSame = (one: PolicySource, other: PolicySource): boolean =>
  one.source === other.source && JSON.stringify(one.knobs ?? {}) === JSON.stringify(other.knobs ?? {});

function scoreOf(challenge: Challenge, results: readonly Result[]): Score {
  return {
    met: results.filter(({ isMet }) => isMet).length,
    of: results.length,
    stars: starsOf(challenge, results),
    code: codeOf(results),
    p99Ns: Math.max(...results.map(({ p99Ns }) => p99Ns)),
    lostPct: Math.max(...results.map(({ lostPct }) => lostPct)),
  };
}

/** Adds what the runs of a text said to its attempt, which moves to the front. False: the browser refuses. */
export function record(
  id: ChallengeId,
  challenge: Challenge,
  policy: PolicySource,
  kind: 'practice' | 'scoring',
  results: readonly Result[],
): boolean {
  const before = attemptsAt(id);
  const same = before.find((one) => isSame(one.policy, policy));
  const version = same?.version ?? Math.max(0, ...before.map((one) => one.version)) + 1;
  const met = results.filter(({ isMet }) => isMet).length;
  const attempt: Attempt = {
    challenge: id,
    version,
    policy,
    practised: kind === 'practice' ? { met, of: results.length } : (same?.practised ?? null),
    score: kind === 'scoring' ? scoreOf(challenge, results) : (same?.score ?? null),
    isEjected: same?.isEjected === true || results.some(({ isEjected }) => isEjected),
  };
  const kept = [attempt, ...before.filter((one) => one !== same)].slice(0, MOST);
  return store(KEY, [...kept, ...all().filter((one) => one.challenge !== id)]);
}

/** Forgets the attempts at a challenge. */
export const clearAttempts = (challenge: ChallengeId): boolean =>
  store(
    KEY,
    all().filter((one) => one.challenge !== challenge),
  );
