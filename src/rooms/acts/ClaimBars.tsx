/** The figures of claims as bars beside the text: A and B on one axis. */
import { LANE_KEYS } from '../../state/view';
import { Bars } from './figures/Bars';
import { lightPart, useStory } from './store';
import type { StepWords } from './types';

const NS: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };

/** The value of a figure of a text: `1,234`, `−0.4`, `4.13 ms`; null: it is none. */
export function amountOf(text: string): number | null {
  const [, digits = '', unit = ''] = /^([−\d.,]+)\s?(ns|µs|ms|s)?$/.exec(text) ?? [];
  return digits === '' ? null : Number(digits.replaceAll(',', '').replace('−', '-')) * (NS[unit] ?? 1);
}

export interface ClaimBarsProps {
  readonly bars: NonNullable<StepWords['bars']>;
  readonly figures: Readonly<Record<string, string>>;
}

export function ClaimBars({ bars, figures }: ClaimBarsProps) {
  const lit = useStory((state) => state.lit);
  return Object.entries(bars).map(([claim, { title, of, unit = '' }]) => {
    const known = LANE_KEYS.flatMap((lane) => {
      const text = figures[`${claim}.${lane}`];
      const value = text === undefined ? null : amountOf(text);
      return text === undefined || value === null ? [] : [{ lane, value, text: `${text}${unit && '\u00a0'}${unit}` }];
    });
    return (
      known.length === LANE_KEYS.length && (
        <Bars
          key={claim}
          title={title}
          {...(of !== undefined && { unit: of })}
          bars={known}
          of={{ lit, onLit: lightPart }}
        />
      )
    );
  });
}
