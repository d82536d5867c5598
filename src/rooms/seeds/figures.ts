/** How the figures are written that many seeds are compared by. */
import type { FigureKey } from '../../engine/batch/figures';
import { compact, duration } from '../../words/format';

const share = (value: number): string => `${value.toFixed(1)} %`;

export const FIGURE_TEXT: Readonly<Record<FigureKey, (value: number) => string>> = {
  elapsed: duration,
  rate: compact,
  busy: share,
  wasted: share,
  cluster: share,
  moves: compact,
  shares: share,
  p50: duration,
  p90: duration,
  p99: duration,
  p99_9: duration,
  request_p50: duration,
  request_p99: duration,
  steal: compact,
};
