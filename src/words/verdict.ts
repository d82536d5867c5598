/**
 * All texts that compare B with A over many seeds. *Run many* shows a sentence, the strip under the lanes a headline
 * with its subject, a stage a figure, the front page labels on its bars. A separate catalogue, loaded by the first
 * component that shows a verdict.
 */
import type { Beside, Finding } from '../engine/batch/compared';
import { type BesideKey, type FigureKey, isBeside, type JudgingKey } from '../engine/batch/figures';
import type { Estimate } from '../engine/batch/judge';
import { ABOUT_ZERO_PCT, FEWEST_SEEDS } from '../scenario/generated/deciding';
import type { WorkUnit } from '../scenario/generated/vocab';
import { catalogue, type Params } from '.';
import { SHOWN_PER_S } from './compare';
import { count, signed } from './format';
import type { verdictEn } from './verdict.en';

export type VerdictKey = keyof typeof verdictEn;
export const { t: say, useT: useVerdictWords } = await catalogue<VerdictKey>({
  en: async () => (await import('./verdict.en')).verdictEn,
  zh: async () => (await import('./verdict.zh')).verdictZh,
});

/** Number of seeds that have ended, and of seeds wanted. */
export interface Seeds {
  readonly seeds: number;
  readonly of: number;
}

/** A verdict as displayed: a large text, and a small one below it. */
export interface Said {
  readonly head: string;
  readonly about: string;
  /** The better lane, if there is one. */
  readonly better: 'a' | 'b' | null;
  /** More seeds follow: no conclusion yet. */
  readonly waits?: true;
}

/** Below this number of seeds no verdict is shown while more are requested, since it could reverse. */
const ENOUGH_SEEDS = 5;

/**
 * More seeds may show a difference, and intervals that are checked after every seed exclude zero by chance more often. So
 * until all seeds have ended, there is a verdict only on a difference, whose distance from zero has to be larger by another
 * half interval.
 */
export const isUnderWay = ({ kind, difference: { mean, half } }: Finding, { seeds, of }: Seeds): boolean =>
  seeds < of && (seeds < ENOUGH_SEEDS || kind !== 'apart' || Math.abs(mean) < 2 * (half ?? 0));

export const waiting = ({ seeds, of }: Seeds): Said => ({
  head: say('wait', { of }),
  about: say('wait.about', { seeds, of }),
  better: null,
  waits: true,
});

type Subject = `rate.${WorkUnit}` | 'elapsed' | BesideKey | 'other';
const subjectOf = (figure: FigureKey, workUnit: WorkUnit): Subject =>
  figure === 'rate' ? `rate.${workUnit}` : figure === 'elapsed' || isBeside(figure) ? figure : 'other';
const nameOf = (figure: FigureKey, workUnit: WorkUnit): string => say(`workUnit.${subjectOf(figure, workUnit)}`);

/** The maximum of a reduction (%). */
const WHOLE = 100;

/**
 * A percentage with its interval: `8.5 ± 0.4`. A reduction cannot exceed 100 %: if the interval of a `less` figure
 * does, its ends are shown instead. `mark`: with the sign.
 */
export function byText({ mean, half }: Estimate, digits: number, less: boolean, mark = ''): string {
  const [size, by] = [Math.abs(mean), half ?? 0];
  const [low, wide] = [Math.max(0, size - by).toFixed(digits), by.toFixed(digits)];
  return less && size + by > WHOLE && Number(low) < WHOLE
    ? say('by.whole', { low: `${mark}${low}`, whole: `${mark}${WHOLE}` })
    : `${mark}${size.toFixed(digits)} ± ${wide}`;
}

/** The numbers of a finding, rounded. `mark`: with the sign. */
function numbers({ difference, digits }: Finding, mark = ''): Params {
  const { mean, half, n } = difference;
  const by = half ?? 0;
  return {
    by: byText(difference, digits, mean < 0, mark),
    low: signed(Math.max(-WHOLE, mean - by), digits),
    high: signed(mean + by, digits),
    seeds: n,
    zero: ABOUT_ZERO_PCT,
    fewest: FEWEST_SEEDS,
  };
}

const MOST_DIGITS = 4;
/** Number of decimals that show so many digits of a value. */
const decimals = (value: number, digits: number): number =>
  value > 0 ? Math.min(MOST_DIGITS, Math.max(0, digits - 1 - Math.floor(Math.log10(value)))) : 0;

/** Waits below this are in microseconds (ns). */
const LEAST_MS = 1e5;

/** Both values with two digits or as many as show that they differ, the least of them with one. */
function besideNumbers(figure: FigureKey, { a, b, apart }: Beside): Params {
  const most = Math.max(a.mean, b.mean);
  const isShare = figure === 'wasted' || figure === 'shares';
  const [scale, unit] = isShare ? [1, '%'] : most >= LEAST_MS ? [1e6, 'ms'] : [1e3, 'µs'];
  let digits = decimals(most / scale, 2);
  const text = ({ mean }: Estimate): string => {
    const value = mean / scale;
    return value === 0 ? '0' : count(value, Math.max(digits, decimals(value, value < 1 ? 1 : 2)));
  };
  while (digits < MOST_DIGITS && a.mean !== b.mean && text(a) === text(b)) digits += 1;
  const half = (apart.half ?? 0) / scale;
  const own = Math.max(digits, decimals(half, 1));
  return { a: text(a), b: text(b), unit, apart: `${signed(apart.mean / scale, own)} ± ${half.toFixed(own)}` };
}

/** Both values of a figure that is shown lane by lane: `A 0, B 4.1 ms`. */
export const besideText = (figure: FigureKey, beside: Beside): string => say('beside', besideNumbers(figure, beside));

function headOf(finding: Finding, workUnit: WorkUnit): string {
  const { kind, figure, difference, beside } = finding;
  if (kind !== 'apart') return say(`head.${kind}`);
  if (beside) return besideText(figure, beside);
  const subject = subjectOf(figure, workUnit);
  const way = difference.mean > 0 ? 'more' : 'less';
  return say(isRelative(subject) ? `head.${subject}.${way}` : `head.other.${way}`, numbers(finding));
}

const isRelative = (subject: Subject): subject is Exclude<Subject, BesideKey> => !isBeside(subject as FigureKey);

/** What the head is about: the lane compared with, or the figure and its numbers. */
function aboutOf(finding: Finding, workUnit: WorkUnit): string {
  const { kind, figure, difference, beside } = finding;
  const subject = subjectOf(figure, workUnit);
  const params = { ...numbers(finding), workUnit: nameOf(figure, workUnit) };
  if (kind === 'apart') {
    if (beside) return say('about.beside', { ...params, ...besideNumbers(figure, beside) });
    return say(isRelative(subject) ? `about.${subject}` : 'about.other');
  }
  if (beside) return say('about.values', { ...params, values: besideText(figure, beside) });
  return say(difference.mean === 0 && difference.half === 0 ? 'about.equal' : 'about.none', params);
}

/** As one sentence. */
export function sentence(finding: Finding, workUnit: WorkUnit): string {
  const { kind, beside, difference } = finding;
  const head = headOf(finding, workUnit);
  const params = { ...numbers(finding), head, about: aboutOf(finding, workUnit) };
  if (kind !== 'few' && beside) return say('sentence.beside', params);
  const isEqual = kind === 'undecided' && difference.mean === 0 && difference.half === 0;
  return say(isEqual ? 'sentence.equal' : `sentence.${kind}`, params);
}

const seedsText = ({ seeds, of }: Seeds): string =>
  seeds < of ? say('seeds.some', { seeds, of }) : say('seeds.all', { seeds });

/** A headline with its subject and the number of seeds. */
export function spoken(finding: Finding, workUnit: WorkUnit, count: Seeds): Said {
  const { kind, better, beside } = finding;
  if (isUnderWay(finding, count)) return waiting(count);
  const head = headOf(finding, workUnit);
  const seeds = seedsText(count);
  if (kind === 'few' || (kind === 'same' && !beside)) return { head, about: seeds, better };
  return { head, about: say('join.about', { about: aboutOf(finding, workUnit), seeds }), better };
}

/** The shortest form: `B +8.5 ± 0.4 %`. */
export function figureOf(finding: Finding | null, workUnit: WorkUnit, count: Seeds): Said {
  const { seeds, of } = count;
  const about = say(seeds < of ? 'figure.seeds.some' : 'figure.seeds', {
    workUnit: nameOf(finding?.figure ?? 'rate', workUnit),
    seeds,
    of,
  });
  if (!finding || isUnderWay(finding, count)) return { head: say('figure.wait'), about, better: null, waits: true };
  const { kind, figure, beside, better, difference } = finding;
  if (kind === 'undecided' || kind === 'few') return { head: say('figure.undecided'), about, better: null };
  if (kind !== 'apart') return { head: say('figure.none'), about, better: null };
  const head = beside
    ? besideText(figure, beside)
    : say('figure.apart', { ...numbers(finding, difference.mean < 0 ? '−' : '+'), lane: 'B' });
  return { head, about, better };
}

/** The label of a bar: `gain` in percent, positive if B is better. */
export function barText(gain: number, digits = 1): string {
  const percent = Math.abs(gain).toFixed(digits);
  return gain > 0 ? say('bar.more', { percent }) : say('bar.loses', { percent });
}

/** The figure of a single lane with its interval. */
export function alone(figure: JudgingKey, own: Estimate, workUnit: WorkUnit, seeds: Seeds): Said {
  const isShare = figure === 'wasted' || figure === 'shares';
  const scale = figure === 'rate' ? SHOWN_PER_S[workUnit] : isShare ? 1 : 1e-6;
  const half = (own.half ?? 0) * scale;
  const digits = half > 0 ? Math.min(3, Math.max(0, 1 - Math.floor(Math.log10(half)))) : 2;
  const subject = figure === 'rate' ? (`rate.${workUnit}` as const) : figure === 'elapsed' ? figure : null;
  const mean = count(own.mean * scale, digits);
  // One seed has no interval.
  const params = { value: own.half === null ? mean : `${mean} ± ${count(half, digits)}` };
  const about = subject ? say(`alone.about.${subject}`) : nameOf(figure, workUnit);
  return {
    head: say(subject ? `alone.${subject}` : isShare ? 'alone.share' : 'alone.waits', params),
    about: say('join.about', { about, seeds: seedsText(seeds) }),
    better: null,
  };
}
