import { expect, test } from 'vitest';
import { CHALLENGES } from '../../scenario/challenges';
import { challengeOf, codeOf, documentOf, jobsOf, type Result, resultsOf, starsOf } from './challenge';

const policy = { name: 'mine', source: 'int a;' };

const result = (isMet: boolean, lostPct = 0, hash = ''): Result => ({
  seed: 1,
  p99Ns: 0,
  lostPct,
  isEjected: false,
  isMet,
  hash,
});

test.each(CHALLENGES)('%s: lane A is the kernel’s, lane B the policy, with each seed', async (id) => {
  const challenge = await challengeOf(id);
  const { lanes, policies } = documentOf(challenge, policy);
  expect([lanes.map((lane) => lane.policy), policies]).toEqual([[undefined, 'mine'], [policy]]);
  const jobs = jobsOf(challenge, policy, challenge.practice);
  expect(jobs.map(({ scenario, lane }) => [scenario.seed, lane])).toEqual(
    challenge.practice.flatMap((seed) => [
      [seed, 0],
      [seed, 1],
    ]),
  );
});

test('a seed meets the goal on both sides, and not after an ejection', async () => {
  const challenge = await challengeOf('one_sleeper');
  const report = (p99: number, messages_per_s: number, more = {}) =>
    ({ type: 'report', report: { wake_latency: { p99 }, messages_per_s, hash: 'h', ...more } }) as never;
  const plain = report(4e6, 1000);
  const result = (own: never) => resultsOf(challenge, [1], [plain, own])[0];
  expect(result(report(1e6, 981))).toMatchObject({ isMet: true, p99Ns: 1e6 });
  expect(result(report(1e6 + 1, 1000))).toMatchObject({ isMet: false });
  expect(result(report(0, 979))).toMatchObject({ isMet: false });
  expect(result(report(0, 1000, { policy: { exit: {} } }))).toMatchObject({ isMet: false, isEjected: true });
  expect(resultsOf(challenge, [1], [plain, null])).toEqual([null]);
});

test('stars count the seeds that meet the goal', async () => {
  const challenge = await challengeOf('one_sleeper');
  const stars = (...results: Result[]) => starsOf(challenge, results);
  expect([stars(result(true), result(false), result(false)), stars(result(true), result(false))]).toEqual([0, 1]);
  expect([stars(result(true, 1.5)), stars(result(true, 1))]).toEqual([2, 3]);
});

test('the code is that of the command line', () => {
  // The same example as in sim-wasm/cli/src/challenge.rs.
  expect(codeOf([result(true, 0, '0123456789abcdef'), result(true, 0, 'fedcba9876543210')])).toBe('BZB5-EBC5');
});
