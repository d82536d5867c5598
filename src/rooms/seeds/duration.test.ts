import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BatchEngine, Share } from '../../engine/batch/questions';
import { EngineFault, Refusal } from '../../engine/port/port';
import type { RunReport } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { estimateRunTime } from './duration';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => void vi.useRealTimers());

/** A message of a worker: progress, or the end of the run. */
type Said = Share | { readonly end: RunReport } | { readonly refused: true };

/** A worker that starts within 200 ms and then sends a scripted message every 10 ms. */
function worker(script: (say: number) => Said) {
  const state = { alive: true };
  const own: BatchEngine = {
    onNote: null,
    isBroken: false,
    ask: (() =>
      new Promise<RunReport>((resolve, reject) => {
        let number = 0;
        const say = () => {
          if (!state.alive) return reject(new EngineFault('replaced'));
          number += 1;
          const said = script(number);
          if (typeof said === 'number') {
            own.onNote?.(said);
            setTimeout(say, 10);
          } else if ('end' in said) resolve(said.end);
          else reject(new Refusal([]));
        };
        setTimeout(say, 200);
      })) as BatchEngine['ask'],
    dispose() {
      state.alive = false;
    },
  };
  return { state, start: async () => own };
}

const open = PRESETS.cluster;
const closed = PRESETS['hackbench-kunpeng'];

async function estimated(scenario: typeof open, script: (say: number) => Said) {
  const { state, start } = worker(script);
  const found = estimateRunTime(scenario, new AbortController().signal, start);
  await vi.advanceTimersByTimeAsync(2000);
  expect(state.alive).toBe(false);
  return found;
}

test('a run of fixed length is extrapolated from its beginning, without the start of its worker', async () => {
  expect(await estimated(open, (said) => said / 500)).toEqual({ ms: expect.closeTo(5000), longer: false });
});

test('a run that ends during the estimate gives its duration', async () => {
  const report: Said = { end: {} as RunReport };
  expect(await estimated(closed, (said) => (said < 31 ? said / 1e6 : report))).toEqual({
    ms: expect.closeTo(300),
    longer: false,
  });
});

test('the time limit does not predict when work will be done', async () => {
  expect(await estimated(closed, (said) => said / 1e6)).toEqual({ ms: 700, longer: true });
});

test('a refused scenario has no duration', async () => {
  expect(await estimated(open, () => ({ refused: true }))).toBe(null);
});

test('a cancelled estimate reports nothing', async () => {
  const { state, start } = worker((said) => said / 500);
  const abort = new AbortController();
  const found = estimateRunTime(open, abort.signal, start);
  await vi.advanceTimersByTimeAsync(300);
  abort.abort();
  await vi.advanceTimersByTimeAsync(10);
  expect(await found).toBe(null);
  expect(state.alive).toBe(false);
});
