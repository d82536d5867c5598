/** What stealing changes, beside the text: wasted time, how often CPUs go idle, and how busy they are. */
import type { RunReport } from '../../../../scenario/generated/types';
import { LANE_KEYS } from '../../../../state/view';
import { count } from '../../../../words/format';
import { Bars } from '../Bars';
import type { ResultProps } from '../types';
import { useStealWords } from './words';

const MEASURES = {
  wasted: { of: ({ wasted_pct }: RunReport) => wasted_pct, text: (value: number) => `${value.toFixed(1)}\u00a0%` },
  idle: { of: ({ idle }: RunReport) => idle, text: (value: number) => count(value) },
  busy: { of: ({ busy_pct }: RunReport) => busy_pct, text: (value: number) => `${value.toFixed(0)}\u00a0%`, most: 100 },
} as const;

const SHOWN: Readonly<Record<string, readonly (keyof typeof MEASURES)[]>> = {
  wasted: ['wasted'],
  bitmap: ['wasted'],
  row: ['idle', 'busy'],
};

export function StealResults({ seen, step, ...lighting }: ResultProps) {
  const words = useStealWords();
  if (!seen) return null;
  return (SHOWN[step] ?? []).map((measure) => {
    const { of, text, ...axis } = MEASURES[measure];
    const bars = seen.lanes.map((report, lane) => ({
      lane: LANE_KEYS[lane] ?? 'a',
      value: of(report),
      text: text(of(report)),
    }));
    return <Bars key={measure} title={words(measure)} bars={bars} of={lighting} {...axis} />;
  });
}
