import { ticks } from 'd3-array';

/** The values at which a chart has lines from side to side, and how many those are at most. */
export function rungs(from: number, to: number, most = 3): readonly number[] {
  for (let wanted = most; ; wanted -= 1) {
    const found = ticks(from, to, wanted);
    if (found.length <= most || wanted <= 1) return found;
  }
}
