import type { CSSProperties } from 'react';

/** How far a slider is, for its line. */
export const part = (value: number, most: number): CSSProperties =>
  ({ '--part': `${most > 0 ? (value / most) * 100 : 0}%` }) as CSSProperties;
