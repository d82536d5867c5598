// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { attemptsAt, bestOf, clearAttempts, record } from './attempts';
import { challengeOf, type Result } from './challenge';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const result = (isMet: boolean, more: Partial<Result> = {}): Result => ({
  seed: 1,
  p99Ns: 5,
  lostPct: 0,
  isEjected: false,
  isMet,
  hash: 'h',
  ...more,
});

const policy = (source: string, knobs?: Record<string, number>) => ({ name: 'mine', source, ...(knobs && { knobs }) });

test('practice and score of a text are one attempt; another text or knob is a new version, and the newest is first', async () => {
  const challenge = await challengeOf('one_sleeper');
  record('one_sleeper', challenge, policy('a'), 'practice', [result(true), result(false)]);
  record('one_sleeper', challenge, policy('a', { slice_ns: 5 }), 'practice', [result(false, { isEjected: true })]);
  record('one_sleeper', challenge, policy('a'), 'scoring', [result(true), result(true, { p99Ns: 9, lostPct: 1.5 })]);
  record('requests', challenge, policy('b'), 'practice', [result(true)]);
  expect(attemptsAt('one_sleeper')).toMatchObject([
    {
      version: 1,
      practised: { met: 1, of: 2 },
      score: { met: 2, of: 2, stars: 2, p99Ns: 9, lostPct: 1.5 },
      isEjected: false,
    },
    { version: 2, practised: { met: 0, of: 1 }, score: null, isEjected: true, policy: { knobs: { slice_ns: 5 } } },
  ]);
  expect([bestOf('one_sleeper'), bestOf('requests'), bestOf('messages')]).toEqual([2, 0, 0]);
});

test('the attempts at one challenge are cleared, those at others stay', async () => {
  const challenge = await challengeOf('one_sleeper');
  for (const id of ['one_sleeper', 'messages'] as const) record(id, challenge, policy('a'), 'practice', [result(true)]);
  expect(clearAttempts('one_sleeper')).toBe(true);
  expect([attemptsAt('one_sleeper').length, attemptsAt('messages').length]).toEqual([0, 1]);
});

test('damaged contents and a forbidden storage lose no text', async () => {
  const challenge = await challengeOf('one_sleeper');
  localStorage.setItem('scheduler-playground.attempts', '[{"challenge":"one_sleeper"},{"challenge":"none"},3]');
  expect(attemptsAt('one_sleeper')).toEqual([]);
  localStorage.setItem('scheduler-playground.attempts', '{');
  expect(attemptsAt('one_sleeper')).toEqual([]);
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('quota');
  });
  expect(record('one_sleeper', challenge, policy('a'), 'practice', [result(true)])).toBe(false);
});
