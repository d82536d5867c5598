import { beforeAll, describe, expect, test } from 'vitest';
import { found } from '../engine/batch/compared';
import { type BesideKey, FIGURES, type FigureKey, isBeside } from '../engine/batch/figures';
import { deviation, differences, estimate, spansZero } from '../engine/batch/judge';
import { ABOUT_ZERO_PCT, FEWEST_SEEDS } from '../scenario/generated/deciding';
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

/** Figures that are shown as a percentage. */
const RELATIVE = FIGURES.filter((figure) => !isBeside(figure));
/** Words that claim that there is none. */
const EQUAL = /no difference|No difference|are the same|没有差异|A 与 B 相同/;
/** Words that claim an advantage of one lane, in either language. */
const AHEAD = /more|fewer|less|higher|lower|faster|多|少|高|低|快/;

const ALL = { seeds: 16, of: 16 };
const finding = (mean: number, half: number | null, n = 16, figure: FigureKey = 'rate') =>
  found(figure, { mean, half, n });
/** Waits of the lanes (ms), and the half width of the difference. */
function waits(a: number, b: number, half = 0, n = 16, figure: BesideKey = 'p99') {
  const of = (ms: number, by: number) => ({ mean: ms * 1e6, half: by * 1e6, n });
  const whole = Math.max(a, b) || 1;
  const difference = { mean: ((b - a) / whole) * 100, half: (half / whole) * 100, n };
  return found(figure, difference, { a: of(a, 0), b: of(b, 0), apart: of(b - a, half) });
}

describe('the verdict', () => {
  const said = (...of: Parameters<typeof finding>) => sentence(finding(...of), 'messages');

  test('states the difference and the number of seeds', () => {
    expect(said(11.2, 2.1)).toBe('B moves 11.2 ± 2.1 % more messages than A (16 paired seeds).');
    expect(said(-11.2, 2.1)).toBe('B moves 11.2 ± 2.1 % fewer messages than A (16 paired seeds).');
    expect(said(11.14, 0.027)).toBe('B moves 11.14 ± 0.03 % more messages than A (16 paired seeds).');
    expect(said(-8, 1, 4, 'elapsed')).toBe('B takes 8.0 ± 1.0 % less time than A for the same work (4 paired seeds).');
    expect(said(8, 1, 4, 'elapsed')).toBe('B takes 8.0 ± 1.0 % more time than A for the same work (4 paired seeds).');
    expect(said(3, 0, 4, 'busy')).toBe('In B it is 3.00 ± 0.00 % higher than in A (4 paired seeds).');
    expect(sentence(waits(0, 4.1, 0.2), 'work')).toBe(
      'A 0, B 4.1 ms: wake-up latency p99, B − A +4.1 ± 0.2 ms (16 paired seeds).',
    );
  });

  test('claims no difference only with enough seeds and an interval about zero', () => {
    expect(said(0.5, 1)).toBe(
      'No difference: the 95 % interval of the difference, −0.5 to +1.5 %, is within ± 2 % (16 paired seeds).',
    );
    expect(said(1, 2)).toBe(
      'Undecided: the 95 % interval of the difference, −1.0 to +3.0 %, spans zero (16 paired seeds).',
    );
    expect(said(0.5, 1, 15)).toMatch(/^Undecided: .*\(15 paired seeds\)/);
    expect(said(0, 0)).toBe('A and B are the same: they are equal with each of 16 seeds.');
    expect(said(0, 0, 4)).toBe('Undecided: equal with each of 4 seeds; “no difference” takes 16.');
    expect(said(50, null, 1)).toMatch(/^One seed proves nothing/);
    expect(sentence(waits(4, 4.1, 0.3), 'work')).toBe(
      'Undecided: wake-up latency p99: A 4.0, B 4.1 ms (16 paired seeds).',
    );
  });

  test('never claims a reduction by more than 100 %', async () => {
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    const heads = () =>
      [finding(-97, 4), finding(97, 4), finding(-100, 0)].map((one) => plain(spoken(one, 'jobs', ALL).head));
    expect(heads()).toEqual([
      'B finishes 93.0 to 100 % fewer',
      'B finishes 97.0 ± 4.0 % more',
      'B finishes 100.00 ± 0.00 % fewer',
    ]);
    expect(plain(figureOf(finding(-97, 4), 'jobs', ALL).head)).toBe('B −93.0 to −100 %');
    expect(spoken(finding(-80, 90), 'jobs', ALL).about).toContain('B differs from A by −100.0 to +10.0 %');
    expect(spoken(finding(80, 90), 'jobs', ALL).about).toContain('by −10.0 to +170.0 %');
    await setLanguage('zh');
    expect(heads()[0]).toBe('B 完成的作业少 93.0 到 100 %');
    await setLanguage('en');
  });

  test('shows waits, wasted time and shares side by side', async () => {
    const said = (...of: Parameters<typeof waits>) => spoken(waits(...of), 'work', ALL);
    expect(said(0, 4.1)).toEqual({
      head: 'A 0, B 4.1 ms',
      about: 'wake-up latency p99, B − A +4.1 ± 0.0 ms · 16 seeds',
      better: 'a',
    });
    const heads = [waits(41.4, 3.94, 0.5), waits(0.0041, 0.0052, 0.0001), waits(4.12, 4.13, 0.001), waits(7, 0.003, 1)];
    expect(heads.map((one) => spoken(one, 'work', ALL).head)).toEqual([
      'A 41, B 3.9 ms',
      'A 4.1, B 5.2 µs',
      'A 4.12, B 4.13 ms',
      'A 7.0, B 0.003 ms',
    ]);
    const share = {
      a: { mean: 12, half: 1, n: 16 },
      b: { mean: 0, half: 0, n: 16 },
      apart: { mean: -12, half: 1, n: 16 },
    };
    const gap = found('shares', { mean: -100, half: 8, n: 16 }, share);
    expect(spoken(gap, 'work', ALL)).toMatchObject({ head: 'A 12, B 0 %', better: 'b' });
    expect(spoken(waits(0, 0), 'work', ALL)).toMatchObject({
      head: 'A and B are the same',
      about: 'wake-up latency p99: A 0, B 0 µs · 16 seeds',
    });
    expect(figureOf(waits(0, 4.1), 'work', ALL)).toEqual({
      head: 'A 0, B 4.1 ms',
      about: 'wake-up latency p99, 16 seeds',
      better: 'a',
    });
    await setLanguage('zh');
    expect(said(0, 4.1).head).toBe('A 0，B 4.1 ms');
    await setLanguage('en');
  });

  test('keeps a significant difference significant after rounding', () => {
    expect(said(1.04, 1)).toBe('B moves 1.04 ± 1.00 % more messages than A (16 paired seeds).');
    expect(said(0.00001, 0.000001)).toMatch(/^No difference: /);
  });

  test('is a headline and its subject, with the number of seeds that have ended', () => {
    expect(spoken(finding(8.5, 0.4), 'messages', ALL)).toEqual({
      head: 'B moves 8.5 ± 0.4 % more',
      about: 'messages than A · 16 seeds',
      better: 'b',
    });
    expect(spoken(finding(-3.1, 0.6, 5), 'jobs', { seeds: 5, of: 16 })).toEqual({
      head: 'B finishes 3.1 ± 0.6 % fewer',
      about: 'jobs than A · 5 of 16 seeds so far',
      better: 'a',
    });
    expect(spoken(finding(-4.2, 0.2, 16, 'elapsed'), 'messages', ALL).head).toBe('B takes 4.2 ± 0.2 % less time');
    expect(spoken(finding(0.1, 0.4), 'messages', ALL)).toEqual({
      head: 'No difference',
      about: 'messages: B differs from A by −0.3 to +0.5 % · 16 seeds',
      better: null,
    });
    expect(spoken(finding(3, 4), 'messages', ALL).head).toBe('Undecided');
    expect(spoken(finding(0, 0, 5), 'messages', { seeds: 5, of: 16 }).head).toBe('Measuring …');
    expect(spoken(finding(0, 0, 5), 'messages', { seeds: 5, of: 5 })).toMatchObject({
      head: 'Undecided',
      about: 'messages: equal with each seed · 5 seeds',
    });
    expect(spoken(finding(0, 0), 'messages', ALL).head).toBe('A and B are the same');
    expect(spoken(finding(9, null, 1), 'messages', { seeds: 1, of: 1 }).head).toBe('One seed proves nothing');
  });

  test('is pending with too few of the requested seeds, and while the others may still make a difference significant', async () => {
    const said = (mean: number, half: number | null, seeds: number, of = 16) => {
      const own = finding(mean, half, seeds);
      const [long, short] = [spoken(own, 'messages', { seeds, of }), figureOf(own, 'messages', { seeds, of })];
      expect(Boolean(long.waits)).toBe(Boolean(short.waits));
      return long;
    };
    expect(said(9, null, 1)).toEqual({
      head: 'Measuring …',
      about: '1 of 16 seeds so far',
      better: null,
      waits: true,
    });
    for (const early of [said(8, 30, 2), said(8, 1, 4), said(0, 0, 4), said(0.1, 0.4, 5), said(9.7, 8.9, 15)])
      expect(early.head).toBe('Measuring …');
    expect(said(8, 1, 5).head).toBe('B moves 8.0 ± 1.0 % more');
    expect(said(9.7, 8.9, 16).head).toBe('B moves 9.7 ± 8.9 % more');
    expect(said(0.1, 0.4, 16).head).toBe('No difference');
    // No more seeds were requested.
    expect(said(0.1, 0.4, 4, 4).head).toBe('Undecided');
    await setLanguage('zh');
    expect(said(0.1, 0.4, 3)).toMatchObject({ head: '正在测量……', about: '目前 3／16 个种子' });
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
    expect(figureOf(finding(0.1, 0.4), 'messages', ALL).head).toBe('no difference');
    expect(figureOf(finding(0.1, 2), 'messages', ALL).head).toBe('undecided');
    expect(figureOf(finding(0.1, 0.4, 15), 'messages', { seeds: 15, of: 15 }).head).toBe('undecided');
    expect(figureOf(null, 'messages', { seeds: 0, of: 16 }).head).toBe('measuring …');
    expect([barText(3.44), barText(-1.8)]).toEqual(['+3.4', 'B loses 1.8 %']);
    expect(alone('rate', { mean: 1_553_200, half: 4200, n: 16 }, 'messages', ALL)).toEqual({
      head: 'A moves 1,553.2 ± 4.2',
      about: 'messages a millisecond · 16 seeds',
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
        of: found(RELATIVE[i % RELATIVE.length] ?? 'rate', own),
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
        const { mean, half, n } = own;
        const isNear = half !== null && Math.abs(mean) + half < ABOUT_ZERO_PCT;
        // Next to nothing counts as zero.
        const mayBeEqual = isNear && Math.abs(mean) - half < 0.001;
        const said = [
          spoken(of, workUnit, { seeds: n, of: n }).head,
          figureOf(of, workUnit, { seeds: n, of: n }).head,
          spoken(of, workUnit, { seeds: n, of: n + 1 }).head,
        ];
        for (const one of [...said, text.replace(/“.*”/, '')])
          if (n < FEWEST_SEEDS || !mayBeEqual) expect(one).not.toMatch(EQUAL);
        if (n >= FEWEST_SEEDS && isNear && spansZero(own)) expect(said[0]).toMatch(EQUAL);
        if (spansZero(own)) expect(text).not.toMatch(AHEAD);
        else if (Math.abs(own.mean) - (own.half ?? 0) > 0.001) expect(text).toMatch(AHEAD);
        // The displayed numbers agree with the estimate.
        const [, percent, by] = /([\d.]+) ± ([\d.]+) %/.exec(text) ?? [];
        if (percent !== undefined) expect(Number(percent)).toBeGreaterThan(Number(by));
      }
    }
    expect(together.length).toBeGreaterThan(500);
    expect(drawn.length - together.length).toBeGreaterThan(500);
  });
});
