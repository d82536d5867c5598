import { ticks } from 'd3-array';

/** The values of the horizontal grid lines of a chart, and how many there are at most. */
export function rungs(from: number, to: number, most = 3): readonly number[] {
  for (let wanted = most; ; wanted -= 1) {
    const found = ticks(from, to, wanted);
    if (found.length <= most || wanted <= 1) return found;
  }
}
