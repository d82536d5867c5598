/** Texts of what a verdict rests on. A separate catalogue, loaded with the first verdict. */
import type { Basis } from '../engine/batch/judge';
import type { Fared } from '../scenario/generated/types';
import { catalogue } from '.';
import { signed } from './format';
import type { restsEn } from './rests.en';

export type RestsKey = keyof typeof restsEn;
export const { t: restsWord, useT: useRestsWords } = await catalogue<RestsKey>({
  en: async () => (await import('./rests.en')).restsEn,
  zh: async () => (await import('./rests.zh')).restsZh,
});

/** The ends of a range, as text. */
export const ends = ({ low, high }: { readonly low: number; readonly high: number }) => ({
  low: signed(low),
  high: signed(high),
});

/** In one line. `assumed`: the costs of the machine were not measured on it. Without `seeds`: they stand beside it. */
export function restsLine({ costs, record }: Basis, assumed: boolean, seeds?: number): string {
  const grade = restsWord(`costs.${costs.grade}`);
  const like = restsWord(`like.${costs.like}`);
  return [
    assumed && costs.grade === 'assumed' ? restsWord('costs.like', { costs: grade, like }) : grade,
    ...(record
      ? [restsWord(record.of > 0 ? 'record.line' : 'record.none.line', { right: record.right, of: record.of })]
      : []),
    ...(seeds === undefined ? [] : [seeds === 1 ? restsWord('seeds.one') : restsWord('seeds', { seeds })]),
  ].join(' · ');
}

/** In a sentence: how effects of this kind fared. */
export function recordSentence({ family, load, right, open, wrong, of, looked_up_later: later }: Fared): string {
  const kind = { family: restsWord(`effect.${family}`), load: restsWord(`load.${load}`) };
  if (of === 0) return restsWord('about.record.none', kind);
  const said = restsWord('about.record', { ...kind, right, open, wrong, of });
  return later.of > 0 ? `${said} ${restsWord('about.later', { right: later.right, of: later.of })}` : said;
}
