import { beforeAll, describe, expect, test } from 'vitest';
import { found } from '../engine/batch/compared';
import { FIGURES, type FigureKey } from '../engine/batch/figures';
import { deviation, differences, estimate, spansZero } from '../engine/batch/judge';
import { setLanguage } from '.';
import { alone, barText, figureOf, sentence, spoken } from './verdict';

// Chinese is loaded with its language.
beforeAll(async () => {
  await setLanguage('zh');
  await setLanguage('en');
});

/** Pseudorandom numbers between -1 and 1. */
function* randoms(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 31 - 1;
  }
}

test('the interval of five values equals that of the command line', () => {
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
  // Pairing removes the variation between seeds: A varies by a third, the difference not at all.
  const paired = estimate(differences([10, 20, 30], [12, 22, 32]));
  expect(paired.mean).toBeCloseTo(10, 12);
  expect(paired.half).toBeCloseTo(0, 12);
  expect(differences([0, 0], [1, 2])).toEqual([]);
  expect(deviation([9, 10, 11])).toBeCloseTo(1, 12);
  expect(deviation([9])).toBeNull();
});

/** Words that claim an advantage of one lane, in either language. */
const AHEAD = /more|fewer|less|higher|lower|faster|多|少|高|低|快/;

const ALL = { seeds: 16, of: 16 };
const finding = (mean: number, half: number | null, n = 16, figure: FigureKey = 'rate') =>
  found(figure, { mean, half, n });

describe('the verdict', () => {
  const said = (...of: Parameters<typeof finding>) => sentence(finding(...of), 'messages');

  test('states the difference and the number of seeds', () => {
    expect(said(11.2, 2.1)).toBe('B moves 11.2 ± 2.1 % more messages than A (16 paired seeds).');
    expect(said(-11.2, 2.1)).toBe('B moves 11.2 ± 2.1 % fewer messages than A (16 paired seeds).');
    expect(said(11.14, 0.027)).toBe('B moves 11.14 ± 0.03 % more messages than A (16 paired seeds).');
    expect(said(-8, 1, 4, 'elapsed')).toBe('B takes 8.0 ± 1.0 % less time than A for the same work (4 paired seeds).');
    expect(said(8, 1, 4, 'elapsed')).toBe('B takes 8.0 ± 1.0 % more time than A for the same work (4 paired seeds).');
    expect(said(3, 0, 4, 'busy')).toBe('In B it is 3.00 ± 0.00 % higher than in A (4 paired seeds).');
    // For waits the sentence names the lane with the shorter ones.
    expect(said(-27, 5, 16, 'p99')).toBe('B waits 27.0 ± 5.0 % less than A (wake-up latency p99) (16 paired seeds).');
    expect(said(98, 1, 16, 'p99')).toBe('A waits 98.0 ± 1.0 % less than B (wake-up latency p99) (16 paired seeds).');
    expect([finding(-27, 5, 16, 'p99').better, finding(98, 1, 16, 'p99').better]).toEqual(['b', 'a']);
    expect(finding(3, 1, 4).better).toBe('b');
    expect(finding(3, 1, 4, 'elapsed').better).toBe('a');
    expect(finding(3, 1, 4, 'busy').better).toBeNull();
  });

  test('claims no difference if the interval spans zero', () => {
    expect(said(1, 2)).toBe(
      'No difference beyond chance: the 95 % interval of the difference, −1.0 to +3.0 %, spans zero (16 paired seeds).',
    );
    expect(said(2, 2)).toMatch(/^No difference beyond chance/);
    expect(said(0, 0)).toBe('A and B are the same: they are equal with each of 16 seeds.');
    expect(said(50, null, 1)).toMatch(/^One seed is no verdict/);
  });

  test('never claims a reduction by more than 100 %', async () => {
    const most = finding(-99.8, 2.8, 16, 'p99');
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    const heads = () =>
      [most, finding(99.8, 2.8, 16, 'p99'), finding(-97, 4), finding(97, 4), finding(-100, 0)].map((one) =>
        plain(spoken(one, 'jobs', ALL).head),
      );
    expect(heads()).toEqual([
      'B waits 97.0 to 100 % less',
      'A waits 97.0 to 100 % less',
      'B finishes 93.0 to 100 % fewer',
      'B finishes 97.0 ± 4.0 % more',
      'B finishes 100.00 ± 0.00 % fewer',
    ]);
    expect(plain(figureOf(most, 'jobs', ALL).head)).toBe('B −97.0 to −100 %');
    expect(spoken(finding(-80, 90), 'jobs', ALL).about).toContain('B differs from A by −100.0 to +10.0 %');
    expect(spoken(finding(80, 90), 'jobs', ALL).about).toContain('by −10.0 to +170.0 %');
    expect(spoken(finding(80, 90, 16, 'p99'), 'jobs', ALL).about).toContain('by −10.0 to +100.0 %');
    await setLanguage('zh');
    expect(heads()[0]).toBe('B 少等 97.0 到 100 %');
    await setLanguage('en');
  });

  test('keeps a significant difference significant after rounding', () => {
    expect(said(1.04, 1)).toBe('B moves 1.04 ± 1.00 % more messages than A (16 paired seeds).');
    expect(said(0.00001, 0.000001)).toMatch(/^No difference beyond chance/);
  });

  test('is a headline and its subject, with the number of seeds that have ended', () => {
    expect(spoken(finding(8.5, 0.4), 'messages', ALL)).toEqual({
      head: 'B moves 8.5 ± 0.4 % more',
      about: 'messages than A · 16 seeds, same machine, same work',
      better: 'b',
    });
    expect(spoken(finding(-3.1, 0.6, 5), 'jobs', { seeds: 5, of: 16 })).toEqual({
      head: 'B finishes 3.1 ± 0.6 % fewer',
      about: 'jobs than A · 5 of 16 seeds so far',
      better: 'a',
    });
    expect(spoken(finding(-4.2, 0.2, 16, 'elapsed'), 'messages', ALL).head).toBe('B takes 4.2 ± 0.2 % less time');
    expect(spoken(finding(0.1, 0.4), 'messages', ALL)).toEqual({
      head: 'No difference beyond chance',
      about: 'messages: B differs from A by −0.3 to +0.5 % · 16 seeds, same machine, same work',
      better: null,
    });
    expect(spoken(finding(0, 0, 5), 'messages', { seeds: 5, of: 16 }).head).toBe('A and B are the same so far');
    expect(spoken(finding(0, 0), 'messages', ALL).head).toBe('A and B are the same');
    expect(spoken(finding(9, null, 1), 'messages', { seeds: 1, of: 1 }).head).toBe('One seed is no verdict');
  });

  test('is pending with too few of the requested seeds, and while the others may still make a difference significant', async () => {
    const said = (mean: number, half: number | null, seeds: number, of = 16) => {
      const own = finding(mean, half, seeds);
      const [long, short] = [spoken(own, 'messages', { seeds, of }), figureOf(own, 'messages', { seeds, of })];
      expect(Boolean(long.waits)).toBe(Boolean(short.waits));
      return long;
    };
    expect(said(9, null, 1)).toEqual({
      head: 'Asking 16 seeds',
      about: 'no verdict yet · 1 of 16 so far',
      better: null,
      waits: true,
    });
    for (const early of [said(8, 30, 2), said(8, 1, 4), said(0, 0, 4), said(0.1, 0.4, 5), said(9.7, 8.9, 15)])
      expect(early.head).toBe('Asking 16 seeds');
    expect(said(8, 1, 5).head).toBe('B moves 8.0 ± 1.0 % more');
    expect(said(9.7, 8.9, 16).head).toBe('B moves 9.7 ± 8.9 % more');
    expect(said(0.1, 0.4, 16).head).toBe('No difference beyond chance');
    // No more seeds were requested.
    expect(said(0.1, 0.4, 4, 4).head).toBe('No difference beyond chance');
    await setLanguage('zh');
    expect(said(0.1, 0.4, 3)).toMatchObject({ head: '正在运行 16 个种子', about: '尚无结论 · 目前 3／16' });
    await setLanguage('en');
  });

  test('is a figure on a stage and a word on a bar; a single lane has its figure', () => {
    expect(figureOf(finding(8.5, 0.4), 'messages', ALL)).toEqual({
      head: 'B +8.5 ± 0.4 %',
      about: 'messages, 16 seeds',
      better: 'b',
    });
    expect(figureOf(finding(-4.2, 0.2, 9, 'elapsed'), 'messages', { seeds: 9, of: 16 })).toEqual({
      head: 'B −4.2 ± 0.2 %',
      about: 'time to finish, 9 of 16 seeds',
      better: 'b',
    });
    expect([-27, 98].map((mean) => figureOf(finding(mean, 1, 16, 'p99'), 'work', ALL))).toEqual([
      { head: 'B −27.0 ± 1.0 %', about: 'wake-up latency p99, 16 seeds', better: 'b' },
      { head: 'A −98.0 ± 1.0 %', about: 'wake-up latency p99, 16 seeds', better: 'a' },
    ]);
    expect(figureOf(finding(0.1, 0.4), 'messages', ALL).head).toBe('B as A');
    expect(figureOf(null, 'messages', { seeds: 0, of: 16 }).head).toBe('measuring …');
    expect([barText(3.44, true), barText(-1.8, true), barText(1, false), barText(null, false)]).toEqual([
      '+3.4',
      'B loses 1.8 %',
      'no difference',
      'no difference',
    ]);
    expect(alone('rate', { mean: 1_553_200, half: 4200, n: 16 }, 'messages', ALL)).toEqual({
      head: 'A moves 1,553.2 ± 4.2',
      about: 'messages a millisecond · 16 seeds, same machine, same work',
      better: null,
    });
    expect(alone('elapsed', { mean: 30.812e6, half: null, n: 1 }, 'jobs', ALL).head).toBe('A takes 30.81 ms');
    expect(alone('p99', { mean: 9.1e6, half: 0.4e6, n: 16 }, 'work', ALL).head).toBe('A waits 9.10 ± 0.40 ms');
    expect(alone('elapsed', { mean: 30.812e6, half: 0.2e6, n: 16 }, 'jobs', ALL).head).toBe('A takes 30.81 ± 0.20 ms');
  });

  test('never claims an advantage if the interval spans zero, nor hides one if it does not', async () => {
    const random = randoms(7);
    const next = () => random.next().value;
    const drawn = Array.from({ length: 4000 }, (_, i) => {
      const n = 1 + Math.floor(Math.abs(next()) * 20);
      const shift = next() * 10 ** (next() * 3);
      const spread = 10 ** (next() * 3);
      const own = estimate(Array.from({ length: n }, () => shift + spread * next()));
      return {
        own,
        of: found(FIGURES[i % FIGURES.length] ?? 'rate', own),
        workUnit: i % 2 ? 'jobs' : 'messages',
      } as const;
    });
    const together = drawn.filter(({ own }) => spansZero(own));
    for (const { of } of together) expect(of.better).toBeNull();
    for (const lang of ['zh', 'en'] as const) {
      await setLanguage(lang);
      for (const { own, of, workUnit } of drawn) {
        const text = sentence(of, workUnit);
        expect(text).not.toMatch(/\{\w+\}/);
        if (spansZero(own)) expect(text).not.toMatch(AHEAD);
        else if (Math.abs(own.mean) - (own.half ?? 0) > 0.001) expect(text).toMatch(AHEAD);
        // The displayed numbers agree with the estimate.
        const [, percent, half] = /([\d.]+) ± ([\d.]+) %/.exec(text) ?? [];
        if (percent !== undefined) expect(Number(percent)).toBeGreaterThan(Number(half));
      }
    }
    expect(together.length).toBeGreaterThan(500);
    expect(drawn.length - together.length).toBeGreaterThan(500);
  });
});
