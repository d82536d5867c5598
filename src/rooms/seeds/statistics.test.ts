import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deviation, differences, estimate, spansZero } from '../../engine/batch/judge';
import { setLanguage } from '../../words';
import { FIGURES } from './figures';
import { verdict } from './verdict';
import { say } from './words';

// Chinese is loaded with its language.
beforeAll(() => setLanguage('zh'));
afterAll(() => setLanguage('en'));

/** Numbers between -1 and 1, the same in every run. */
function* randoms(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 31 - 1;
  }
}

test('the interval of five values, as the command line has it', () => {
  const { mean, half, n } = estimate([1, 2, 3, 4, 5]);
  expect({ mean, n }).toEqual({ mean: 3, n: 5 });
  expect(half).toBeCloseTo(1.963, 3);
  expect(estimate([7]).half).toBeNull();
  expect(spansZero(estimate([-1, 1, 0.5]))).toBe(true);
  expect(spansZero(estimate([1]))).toBe(true);
  expect(spansZero(estimate([1, 2, 3, 4, 5]))).toBe(false);
});

test('differences are paired, in percent of the mean of A', () => {
  expect(differences([10, 30], [11, 33])).toEqual([5, 15]);
  // Pairing takes the seeds' own spread out: A varies by a third, the difference not at all.
  const paired = estimate(differences([10, 20, 30], [12, 22, 32]));
  expect(paired.mean).toBeCloseTo(10, 12);
  expect(paired.half).toBeCloseTo(0, 12);
  expect(differences([0, 0], [1, 2])).toEqual([]);
  expect(deviation([9, 10, 11])).toBeCloseTo(1, 12);
  expect(deviation([9])).toBeNull();
});

/** Everything that says one lane is ahead of the other, in either language. */
const AHEAD = /more|fewer|sooner|later|higher|lower|faster|多|少|提前|推迟|高|低|快/;

describe('the verdict', () => {
  const said = (mean: number, half: number | null, n = 16, figure: (typeof FIGURES)[number] = 'rate') => {
    const { key, params } = verdict(figure, { mean, half, n }, 'messages');
    return say(key, params, 'en');
  };

  test('says how much, and of how many seeds', () => {
    expect(said(11.2, 2.1)).toBe('B moves 11.2 ± 2.1 % more messages (16 paired seeds).');
    expect(said(-11.2, 2.1)).toBe('B moves 11.2 ± 2.1 % fewer messages (16 paired seeds).');
    expect(said(11.14, 0.027)).toBe('B moves 11.14 ± 0.03 % more messages (16 paired seeds).');
    expect(said(-8, 1, 4, 'elapsed')).toBe('B is done 8.0 ± 1.0 % sooner (4 paired seeds).');
    expect(said(8, 1, 4, 'elapsed')).toBe('B is done 8.0 ± 1.0 % later (4 paired seeds).');
    expect(said(3, 0, 4, 'p99')).toBe('In B it is 3.00 ± 0.00 % higher than in A (4 paired seeds).');
    expect(verdict('rate', { mean: 3, half: 1, n: 4 }, 'jobs').better).toBe('b');
    expect(verdict('elapsed', { mean: 3, half: 1, n: 4 }, 'jobs').better).toBe('a');
    expect(verdict('busy', { mean: 3, half: 1, n: 4 }, 'jobs').better).toBeNull();
  });

  test('does not distinguish where the interval spans zero', () => {
    expect(said(1, 2)).toBe(
      'Not distinguishable: the 95 % interval of the difference, −1.0 to 3.0 %, spans zero (16 paired seeds).',
    );
    expect(said(2, 2)).toMatch(/^Not distinguishable/);
    expect(said(0, 0)).toBe('Not distinguishable: A and B are equal with each of 16 seeds.');
    expect(said(50, null, 1)).toMatch(/^Not distinguishable/);
  });

  test('keeps what is apart apart when it is rounded', () => {
    expect(said(1.04, 1)).toBe('B moves 1.04 ± 1.00 % more messages (16 paired seeds).');
    expect(said(0.00001, 0.000001)).toMatch(/^Not distinguishable/);
  });

  test('never says that a lane is ahead when the interval spans zero, nor hides it when it does not', () => {
    const random = randoms(7);
    const next = () => random.next().value;
    let together = 0;
    let apart = 0;
    for (let i = 0; i < 4000; i += 1) {
      const n = 1 + Math.floor(Math.abs(next()) * 20);
      const shift = next() * 10 ** (next() * 3);
      const spread = 10 ** (next() * 3);
      const values = Array.from({ length: n }, () => shift + spread * next());
      const own = estimate(values);
      const figure = FIGURES[i % FIGURES.length] ?? 'rate';
      const { key, params, better } = verdict(figure, own, i % 2 === 0 ? 'messages' : 'jobs');
      for (const lang of ['en', 'zh'] as const) {
        const sentence = say(key, params, lang);
        expect(sentence).not.toMatch(/\{\w+\}/);
        if (spansZero(own)) expect(sentence).not.toMatch(AHEAD);
        else if (Math.abs(own.mean) - (own.half ?? 0) > 0.001) expect(sentence).toMatch(AHEAD);
      }
      if (spansZero(own)) {
        expect(better).toBeNull();
        together += 1;
      } else apart += 1;
      // What is shown says the same as what is meant.
      const half = Number(params.half);
      if (params.percent !== undefined) expect(Number(params.percent)).toBeGreaterThan(half);
    }
    expect(together).toBeGreaterThan(500);
    expect(apart).toBeGreaterThan(500);
  });
});
