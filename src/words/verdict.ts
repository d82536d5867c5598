/**
 * All texts that compare B with A over many seeds. *Run many* shows a sentence, the strip under the lanes a headline
 * with its subject, a stage a figure, the front page labels on its bars. A separate catalogue, loaded by the first
 * component that shows a verdict.
 */
import type { Finding } from '../engine/batch/compared';
import type { FigureKey, JudgingKey } from '../engine/batch/figures';
import type { Estimate } from '../engine/batch/judge';
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
 * "None" may turn into a difference with the remaining seeds, and intervals that are checked after every seed exclude
 * zero by chance more often. So until all seeds have ended, the distance from zero has to be larger by another half
 * interval.
 */
export const isUnderWay = ({ kind, difference: { mean, half } }: Finding, { seeds, of }: Seeds): boolean =>
  kind === 'few' || (seeds < of && (seeds < ENOUGH_SEEDS || kind === 'none' || Math.abs(mean) < 2 * (half ?? 0)));

export const waiting = ({ seeds, of }: Seeds): Said => ({
  head: say('wait', { of }),
  about: say('wait.about', { seeds, of }),
  better: null,
  waits: true,
});

type Subject = `rate.${WorkUnit}` | 'elapsed' | 'waits' | 'other';
const subjectOf = (figure: FigureKey, workUnit: WorkUnit): Subject =>
  figure === 'rate' ? `rate.${workUnit}` : figure === 'p99' ? 'waits' : figure === 'elapsed' ? figure : 'other';

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
function numbers({ figure, difference, digits }: Finding, mark = ''): Params {
  const { mean, half, n } = difference;
  const by = half ?? 0;
  // Waits are in percent of the longer one, in either lane.
  const isLess = mean < 0 || figure === 'p99';
  return {
    by: byText(difference, digits, isLess, mark),
    low: signed(Math.max(-WHOLE, mean - by), digits),
    high: signed(figure === 'p99' ? Math.min(WHOLE, mean + by) : mean + by, digits),
    seeds: n,
  };
}

function headOf(finding: Finding, workUnit: WorkUnit, running: boolean): string {
  const { kind, figure, difference } = finding;
  if (kind === 'same') return say(running ? 'head.same.sofar' : 'head.same');
  if (kind !== 'apart') return say(`head.${kind}`);
  return say(`head.${subjectOf(figure, workUnit)}.${difference.mean > 0 ? 'more' : 'less'}`, numbers(finding));
}

/** The lane compared with: for waits, the sentence names the lane with the shorter ones. */
function aboutOf({ figure, difference }: Finding, workUnit: WorkUnit): string {
  const subject = subjectOf(figure, workUnit);
  return say(subject === 'waits' ? `about.waits.${difference.mean > 0 ? 'more' : 'less'}` : `about.${subject}`);
}

/** As one sentence. */
export function sentence(finding: Finding, workUnit: WorkUnit): string {
  const head = headOf(finding, workUnit, false);
  const about = aboutOf(finding, workUnit);
  return say(`sentence.${finding.kind}`, { ...numbers(finding), head, about });
}

const seedsText = ({ seeds, of }: Seeds): string =>
  seeds < of ? say('seeds.some', { seeds, of }) : say('seeds.all', { seeds });

/** A headline with its subject and the number of seeds. */
export function spoken(finding: Finding, workUnit: WorkUnit, count: Seeds): Said {
  const { kind, better } = finding;
  if (count.seeds < count.of && isUnderWay(finding, count)) return waiting(count);
  const subject = subjectOf(finding.figure, workUnit);
  const head = headOf(finding, workUnit, count.seeds < count.of);
  const seeds = seedsText(count);
  if (kind === 'few' || kind === 'same') return { head, about: seeds, better };
  const about =
    kind === 'none'
      ? say('about.none', { ...numbers(finding), workUnit: say(`workUnit.${subject}`) })
      : aboutOf(finding, workUnit);
  return { head, about: say('join.about', { about, seeds }), better };
}

/** The shortest form: `B +8.5 ± 0.4 %`. */
export function figureOf(finding: Finding | null, workUnit: WorkUnit, count: Seeds): Said {
  const { seeds, of } = count;
  const subject = finding ? subjectOf(finding.figure, workUnit) : (`rate.${workUnit}` as const);
  const about = say(seeds < of ? 'figure.seeds.some' : 'figure.seeds', {
    workUnit: say(`workUnit.${subject}`),
    seeds,
    of,
  });
  if (!finding || isUnderWay(finding, count)) return { head: say('figure.wait'), about, better: null, waits: true };
  if (finding.kind !== 'apart') return { head: say('figure.none'), about, better: null };
  const { mean } = finding.difference;
  const head =
    subject === 'waits'
      ? say('figure.apart', { ...numbers(finding, '−'), lane: mean > 0 ? 'A' : 'B' })
      : say('figure.apart', { ...numbers(finding, mean < 0 ? '−' : '+'), lane: 'B' });
  return { head, about, better: finding.better };
}

/** The label of a bar or point of a gain by load; `gain` in percent, positive if B is better. */
export function barText(gain: number | null, apart: boolean, digits = 1): string {
  if (gain === null || !apart) return say('bar.none');
  const percent = Math.abs(gain).toFixed(digits);
  return gain > 0 ? say('bar.more', { percent }) : say('bar.loses', { percent });
}

/** The figure of a single lane with its interval. */
export function alone(figure: JudgingKey, own: Estimate, workUnit: WorkUnit, seeds: Seeds): Said {
  const scale = figure === 'rate' ? SHOWN_PER_S[workUnit] : 1e-6;
  const half = (own.half ?? 0) * scale;
  const digits = half > 0 ? Math.min(3, Math.max(0, 1 - Math.floor(Math.log10(half)))) : 2;
  const subject = figure === 'rate' ? (`rate.${workUnit}` as const) : figure === 'p99' ? 'waits' : figure;
  const mean = count(own.mean * scale, digits);
  // One seed has no interval.
  const params = { value: own.half === null ? mean : `${mean} ± ${count(half, digits)}` };
  const about = say(`alone.about.${subject}`);
  return {
    head: say(`alone.${subject}`, params),
    about: say('join.about', { about, seeds: seedsText(seeds) }),
    better: null,
  };
}
