import { expect, test } from 'vitest';
import { Simulation } from '../../tests/simulator';
import { samplesOf } from '../engine/wire/trace';
import { PRESETS } from '../scenario/presets';
import { slicesOf, slicesReach } from './slices';

const MS = 1e6;

test('under O(1) a timeslice falls from 151 ms to zero while its task runs, and stays while it waits', () => {
  const [lane] = PRESETS.turns.lanes;
  const document = { ...PRESETS.turns, kernel: '2.5.5x', lanes: [{ features: lane?.features }] };
  const simulation = new Simulation(JSON.stringify(document), 0);
  simulation.advance(500 * MS, Number.MAX_SAFE_INTEGER);
  const slices = slicesOf(samplesOf(simulation.trace_queue(0, 1100 * MS, Number.MAX_SAFE_INTEGER)));
  simulation.free();
  const { strokes, jumps, turns } = slices;
  expect(jumps).toEqual([]);
  expect(Math.max(...strokes.map(({ from }) => from.lag))).toBe(151 * MS);
  expect(Math.min(...strokes.map(({ to }) => to.lag))).toBeLessThanOrEqual(1 * MS);
  for (const { state, from, to } of strokes) {
    if (state === 'running') expect(to.lag).toBeLessThanOrEqual(from.lag);
    else expect(to.lag).toBe(from.lag);
  }
  expect(strokes.some(({ state }) => state === 'expired')).toBe(true);
  // A CPU that is never idle.
  expect(turns.reduce((sum, { fromNs, toNs }) => sum + toNs - fromNs, 0)).toBe(600 * MS);
  expect(slicesReach([slices], 0)).toBe(200 * MS);
});
