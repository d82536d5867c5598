// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { collect } from '../../tests/lib/heap';
import type { BatchEngine, BatchJob } from '../engine/batch/questions';
import { Refusal } from '../engine/port/port';
import type { RunReport, Scenario } from '../scenario/generated/types';
import { PRESETS } from '../scenario/presets';
import { cancelAll, runAll } from './batch';
import { studiesStore, studyOf, want } from './studies';
import { look, viewStore } from './view';

// They are loaded on first use, in real time.
beforeAll(async () => {
  await import('../engine/batch/compared');
  await import('../engine/batch/paired');
  await import('../engine/batch/quiet');
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => setTimeout(idle, 1));
  vi.stubGlobal('requestAnimationFrame', (draw: (ms: number) => void) => setTimeout(() => draw(performance.now()), 16));
});
/** The studies that the present test wants. */
const wanted: (() => void)[] = [];
const has = (...of: Parameters<typeof want>) => void wanted.push(want(...of));

afterEach(() => {
  for (const stop of wanted.splice(0)) stop();
  look({ dialog: null });
  vi.useRealTimers();
});

/** A worker whose runs end in their first slice; B makes a tenth more moves. */
function worker() {
  const runs: string[] = [];
  const reports: WeakRef<RunReport>[] = [];
  const start = async (): Promise<BatchEngine> => {
    let job: BatchJob | null = null;
    return {
      onNote: null,
      isBroken: false,
      ask: (async (name: string, given: BatchJob) => {
        if (name === 'begin') {
          job = given;
          return undefined;
        }
        const { scenario, lane } = job as BatchJob;
        runs.push(`${loadOf(scenario)}.${scenario.seed}.${lane}`);
        const rate = 1000 + scenario.seed;
        const report = {
          messages_per_s: lane === 0 ? rate : rate * 1.1,
          elapsed_ns: 1e6,
          ended: 'limit',
          hash: `${scenario.seed}${lane}`,
        } as RunReport;
        reports.push(new WeakRef(report));
        return report;
      }) as BatchEngine['ask'],
      dispose() {},
    };
  };
  return { runs, reports, start };
}

const loadOf = ({ workload }: Scenario): number => (workload.kind === 'pairs' ? workload.pairs : 0);
/** Another experiment for each test, since results are cached. */
let seed = 1000;
const study = (seeds: number, pairs = 14) =>
  studyOf({ ...PRESETS.cluster, seed, workload: { ...PRESETS.cluster.workload, pairs } as never }, seeds);
const known = (key: string) => studiesStore.getState().known.get(key);

async function pass(ms: number): Promise<void> {
  for (let i = 0; i < ms; i += 20) {
    await vi.advanceTimersByTimeAsync(20);
    // Dynamic imports resolve in real time.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a study grows seed by seed, and has no result after one seed', async () => {
  seed += 100;
  const { runs, start } = worker();
  const wantedStudy = study(4);
  const kinds: (string | undefined)[] = [];
  const stop = studiesStore.subscribe(({ known }) => kinds.push(known.get(wantedStudy.key)?.finding?.kind));
  has([wantedStudy], 0, start);
  await pass(250);
  expect(runs).toEqual([]);
  await pass(3000);
  stop();
  expect(runs).toHaveLength(8);
  expect(kinds).toEqual(['few', 'apart', 'apart', 'apart']);
  expect(known(wantedStudy.key)).toMatchObject({ seeds: 4, of: 4, figure: 'rate', fault: null });
  expect(known(wantedStudy.key)?.finding?.difference.mean).toBeCloseTo(10);
});

test('known results are not run again while the scenario is the same', async () => {
  seed += 100;
  const first = worker();
  const stop = want([study(2)], 0, first.start);
  await pass(2000);
  stop();
  expect(first.runs).toHaveLength(4);
  const second = worker();
  has([study(2)], 0, second.start);
  has([study(2, 15)], 0, second.start);
  await pass(2000);
  expect(second.runs.map((run) => run.split('.')[0])).toEqual(['15', '15', '15', '15']);
});

test('only the figures that a study compares are kept of a report', async () => {
  seed += 100;
  const { reports, start } = worker();
  has([study(2)], 0, start);
  await pass(2000);
  expect(reports).toHaveLength(4);
  expect(known(study(2).key)?.finding?.difference.mean).toBeCloseTo(10);
  collect();
  expect(reports.filter((report) => report.deref())).toEqual([]);
});

test('a study that changes while it waits is not run, and an unwanted one ends', async () => {
  seed += 100;
  const { runs, start } = worker();
  const dragged = want([study(16, 3)], 0, start);
  await pass(200);
  dragged();
  const stop = want([study(16, 4)], 0, start);
  await pass(420);
  stop();
  const before = runs.length;
  await pass(2000);
  expect(runs.length).toBeLessThanOrEqual(before + 1);
  expect(runs.every((run) => run.startsWith('4.'))).toBe(true);
});

test('the verdict precedes the curve, and every point of the curve gets two seeds before one gets more', async () => {
  seed += 100;
  const { runs, start } = worker();
  has([study(4, 1), study(4, 2)], 1, start);
  has([study(2, 14)], 0, start);
  await pass(5000);
  expect(runs.map((run) => run.split('.')[0]).join(' ')).toBe('14 14 14 14 1 1 1 1 2 2 2 2 1 1 1 1 2 2 2 2');
});

test('no study runs during Run many, or while the page is hidden', async () => {
  seed += 100;
  const { runs, start } = worker();
  look({ dialog: 'many' });
  has([study(2)], 0, start);
  await pass(2000);
  expect(runs).toEqual([]);
  look({ dialog: null });
  const never = async () => ({ ask: () => new Promise(() => {}), dispose() {} }) as unknown as BatchEngine;
  void runAll('seeds', [{ scenario: PRESETS.cluster, lane: 0 }], () => {}, never);
  await pass(2000);
  expect(runs).toEqual([]);
  cancelAll('seeds');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await pass(2000);
  expect(runs).toEqual([]);
  hidden.mockReturnValue(false);
  await pass(2000);
  expect(runs).toHaveLength(4);
});

test('a refused study has the errors for the page', async () => {
  seed += 100;
  const fault = { kind: 'out_of_range', min: 1, max: 512, unit: 'pairs' } as const;
  const error = { field: 'workload.pairs', value: '14', fault, message: 'expected 1 to 512 pairs' };
  const wantedStudy = study(4);
  has([wantedStudy], 0, async () => ({
    onNote: null,
    isBroken: false,
    ask: () => Promise.reject(new Refusal([error])),
    dispose() {},
  }));
  await pass(2000);
  expect(known(wantedStudy.key)).toMatchObject({ seeds: 0, fault: error });
});

test('a failed start of a worker is repeated later, without a result', async () => {
  seed += 100;
  const { start } = worker();
  let isThere = false;
  const wantedStudy = study(2);
  has([wantedStudy], 0, () => (isThere ? start() : Promise.reject(new Error('Failed to fetch'))));
  await pass(2000);
  expect([known(wantedStudy.key), viewStore.getState().loadFailed]).toEqual([undefined, true]);
  look({ loadFailed: false });
  await pass(10_000);
  isThere = true;
  await pass(12_000);
  expect(known(wantedStudy.key)).toMatchObject({ seeds: 2, fault: null });
  // Reported once.
  expect(viewStore.getState().loadFailed).toBe(false);
});

test('an error in the evaluation of a run ends the work, and is reported', async () => {
  seed += 100;
  const { runs, start } = worker();
  const stop = studiesStore.subscribe(() => {
    throw new Error('a fault');
  });
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const heard = vi.fn();
  process.on('unhandledRejection', heard);
  has([study(4)], 0, start);
  await pass(3000);
  process.removeAllListeners('unhandledRejection');
  for (const other of others) process.on('unhandledRejection', other);
  stop();
  expect(heard).toHaveBeenCalledTimes(1);
  expect(runs).toHaveLength(2);
});
