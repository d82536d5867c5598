import type { CSSProperties } from 'react';

/** The position of a slider, for its filled line. */
export const part = (value: number, most: number): CSSProperties =>
  ({ '--part': `${most > 0 ? (value / most) * 100 : 0}%` }) as CSSProperties;
