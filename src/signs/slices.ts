/** Remaining timeslices over time, from a trace of an O(1) queue. Pure. */
import type { TraceSample } from '../engine/wire/trace';
import { type Lags, type Stroke, turnsOf } from './lag';

/** The running task uses up its timeslice; all others keep theirs. */
export function slicesOf(samples: readonly TraceSample[]): Lags {
  const strokes: Stroke[] = [];
  samples.forEach(({ ns, tasks }, i) => {
    const next = samples[i + 1];
    if (!next || next.ns === ns) return;
    for (const { task, state, slice } of tasks) {
      const then = next.tasks.find((one) => one.task === task)?.slice ?? slice;
      // A new timeslice begins at the next sample.
      const left = then > slice ? Math.max(0, slice - (next.ns - ns)) : then;
      const end = state === 'running' ? left : slice;
      const last = strokes.findLast((stroke) => stroke.task === task);
      const continues = last?.to.ns === ns && last.state === state && last.to.lag === slice;
      if (last && continues && state !== 'running')
        strokes[strokes.lastIndexOf(last)] = { ...last, to: { ns: next.ns, lag: end } };
      else strokes.push({ task, state, from: { ns, lag: slice }, to: { ns: next.ns, lag: end } });
    }
  });
  return { strokes, jumps: [], turns: turnsOf(samples) };
}

const MS = 1e6;
const REACHES = [10, 20, 50, 100, 150, 200, 300];

/** Height of a chart (ns) that covers these timeslices; never less than before. */
export function slicesReach(slices: readonly Lags[], before: number): number {
  const most = Math.max(before, ...slices.flatMap(({ strokes }) => strokes.map(({ from }) => from.lag)));
  return MS * (REACHES.find((ms) => ms * MS >= most) ?? Math.ceil(most / MS));
}
