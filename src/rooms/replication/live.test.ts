import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { expectedEvents } from '../../engine/batch/judge';
import { poolSize } from '../../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../../engine/batch/questions';
import { Dismissed, Refusal } from '../../engine/port/port';
import type { RunReport } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { cancelAll } from '../../state/batch';
import { baseOf, expectedMs, type Figures, figuresOf, liveOf, liveStore, missing, runHere } from './live';
import { type Entry, entries, REPORT, type RowReport } from './report';

/** A report that others are made of. */
let plain: RunReport;

beforeEach(() => {
  const simulation = new Simulation(JSON.stringify({ ...PRESETS.cluster, limit_ms: 1 }), 0);
  simulation.advance(1e6, Number.MAX_SAFE_INTEGER);
  plain = JSON.parse(simulation.report()) as RunReport;
  simulation.free();
});

const entryOf = (table: string): Entry => entries(REPORT, true).find(({ about }) => about.table === table)!;

test('shared runs happen once, a gain includes its base, and known results are reused', () => {
  const rows = REPORT.rows.filter(({ table, load }) => table === 's001-schedstat-20cpu' && load === '-g 1');
  const steal = rows.find(({ variant, quantity }) => variant === 'steal' && quantity === 'time')!;
  const none = { seeds: 3, figures: new Map<string, Figures>() };
  const jobs = missing(
    rows.filter(({ spoken }) => spoken),
    none,
  );
  expect(jobs.size).toBe(6);
  expect([...missing([steal], none).values()].map(({ scenario }) => scenario.seed)).toEqual([1, 2, 3, 1, 2, 3]);
  expect(baseOf(steal)?.variant).toBe('baseline');
  const [name] = [...jobs.keys()];
  expect(missing([steal], { seeds: 3, figures: new Map([[name!, new Map()]]) }).size).toBe(5);
});

/** Rows of the 20-CPU table with figures (s) by variant and seed. */
function ranHere(table: string, seconds: (row: RowReport, seed: number) => number, wanted: readonly RowReport[]) {
  const state = { seeds: 2, figures: new Map<string, Figures>() };
  const { rows } = entryOf(table);
  expect(liveOf(entryOf(table), state).size).toBe(0);
  for (const [name, { run, scenario }] of missing(wanted, state)) {
    const own = rows.filter((row) => run.rows.includes(row));
    state.figures.set(name, new Map(own.map((row) => [row, seconds(row, scenario.seed)])));
  }
  return liveOf(entryOf(table), state);
}

test('results are paired by seed with their base, and empty before the first run', () => {
  const table = 's001-hackbench-1s20';
  const row = entryOf(table).rows.find(({ variant }) => variant === 'steal')!;
  // Seeds 1 and 2: 8 and 10 s, with stealing 6 and 7 s.
  const seconds = ({ variant }: RowReport, seed: number) => (variant === 'steal' ? [6, 7] : [8, 10])[seed - 1]!;
  const live = ranHere(table, seconds, [row]).get(row)!;
  expect(live.seeds).toBe(2);
  expect(live.row.simulated).toBe(6.5);
  // 2/9 and 3/9.
  expect(live.row.gain_simulated).toBe(27.7778);
  // 12.7 times the standard error of two values.
  expect(live.row.gain_ci95).toBe(70.5889);
  expect(live.row.sign).toBe('open');
  // Rows it is put in order with were not run.
  expect(live.row.order).toBeNull();
  expect(live.row.published).toBe(row.published);
});

test('a row that was not run here is left out of those that were', () => {
  const table = 's001-hackbench-1s20';
  const row = entryOf(table).rows.find(({ variant }) => variant === 'steal')!;
  expect([...ranHere(table, () => 8, [row]).keys()]).toEqual([baseOf(row), row]);
});

test('the base of a gain is a row of its table and figure, and a row without a gain has none', () => {
  for (const row of REPORT.rows) {
    const { table, quantity, gain_over } = row;
    if (gain_over === null) expect(baseOf(row)).toBeUndefined();
    else expect(baseOf(row), `${table} ${row.row}`).toMatchObject({ table, quantity, row: gain_over });
  }
});

test('a table that was run to its end here is put in order, by the rules of the report', () => {
  const table = 's001-hackbench-1s20';
  const { rows } = entryOf(table);
  const near = ({ published }: RowReport, seed: number) => published! * (seed === 1 ? 0.9999 : 1.0001);
  const live = ranHere(table, near, rows);
  expect(live.size).toBe(rows.length);
  for (const { row } of live.values()) {
    expect(row.size, row.row).toBe('right');
    expect(row.order, row.row).toBe('right');
    if (row.gain_published !== null) expect(row.sign, row.row).toBe('right');
  }
});

const TABLE = 's001-hackbench-1s20';
const STEAL = entryOf(TABLE).rows.find(({ variant }) => variant === 'steal')!;
/** Every message of one group of hackbench. */
const MESSAGES = 100_000 * 20 ** 2;
/** A run that was cut, by the time that all its messages would take. */
const cut = (seconds: number): RunReport => ({
  ...plain,
  ended: 'limit',
  messages_per_s: MESSAGES / seconds,
  events: 2e6,
  busy_pct: 40 + seconds,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  liveStore.setState({ seeds: 2, progress: null, figures: new Map(), eventsPerMs: 5000 });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Came = (isSteal: boolean, seed: number) => RunReport | Error | 'silence';

/** Workers that take 200 ms for a run, and two of them. */
function workers(came: Came) {
  const asked: string[] = [];
  const start = async (): Promise<BatchEngine> => {
    let dispose = () => {};
    const ask = (_: string, { scenario }: BatchJob) => {
      const isSteal = scenario.lanes[0]?.features.steal === 'on';
      asked.push(`${isSteal ? 'steal' : 'base'} ${scenario.seed}`);
      const what = came(isSteal, scenario.seed);
      return new Promise((resolve, reject) => {
        dispose = () => reject(new Dismissed());
        if (what !== 'silence') setTimeout(() => (what instanceof Error ? reject(what) : resolve(what)), 200);
      });
    };
    return { onNote: null, isBroken: false, ask: ask as unknown as BatchEngine['ask'], dispose: () => dispose() };
  };
  return { asked, start };
}

/** Progress reports. */
async function ran(rows: readonly RowReport[], start: () => Promise<BatchEngine>) {
  const states: ReturnType<typeof liveStore.getState>[] = [];
  const stop = liveStore.subscribe((state) => states.push(state));
  const end = runHere(TABLE, rows[0]!.row, rows, start);
  await vi.advanceTimersByTimeAsync(2000);
  await end;
  stop();
  return states;
}

/** 8 and 10 s, with stealing 6 and 7 s. */
const seconds: Came = (isSteal, seed) => cut((isSteal ? [6, 7] : [8, 10])[seed - 1]!);

test('a row runs with its base; results are judged in every table that uses the runs', async () => {
  const { asked, start } = workers(seconds);
  await ran([STEAL], start);
  expect(asked.toSorted()).toEqual(['base 1', 'base 2', 'steal 1', 'steal 2']);
  const { progress, eventsPerMs, ...done } = liveStore.getState();
  expect(progress).toMatchObject({ table: TABLE, row: STEAL.row, state: 'done', share: 1, jobs: 4, fault: null });
  const live = liveOf(entryOf(TABLE), done).get(STEAL)!;
  expect(live).toMatchObject({ seeds: 2, row: { simulated: 6.5, gain_simulated: 27.7778 } });
  // Four runs on two workers.
  expect(progress?.tookMs).toBe(400);
  expect(eventsPerMs).toBe(8e6 / 400 / 2);
  const beside = entryOf('s001-schedstat-20cpu');
  const busy = beside.rows.find(({ quantity, row }) => quantity === 'busy' && row === STEAL.row)!;
  expect(liveOf(beside, done).get(busy)?.row.simulated).toBe(46.5);
  // Everything is known: no request, no progress report.
  expect(await ran([STEAL], start)).toEqual([]);
  expect(asked).toHaveLength(4);
});

test('figures arrive one by one and are kept; the speed is known at the end', async () => {
  const { start } = workers(seconds);
  const states = await ran([STEAL], start);
  expect(states.map(({ progress, figures }) => [progress?.state, progress?.share, figures.size])).toEqual([
    ['running', 0, 0],
    ['running', 0.25, 1],
    ['running', 0.75, 3],
    ['done', 1, 4],
  ]);
  expect(states.map(({ eventsPerMs }) => eventsPerMs).slice(0, -1)).toEqual([5000, 5000, 5000]);
  // Known results are neither drawn nor computed again.
  const [first] = states[1]!.figures.keys();
  expect(states[3]!.figures.get(first!)).toBe(states[1]!.figures.get(first!));
});

test('a failed run is reported, the others count, and only it is repeated', async () => {
  const broken = workers((isSteal, seed) =>
    isSteal && seed === 2 ? new Error('unreachable') : seconds(isSteal, seed),
  );
  await ran([STEAL], broken.start);
  expect(liveStore.getState().progress).toMatchObject({ state: 'done', fault: 'unreachable' });
  expect(liveOf(entryOf(TABLE), liveStore.getState()).get(STEAL)).toMatchObject({ seeds: 1, row: { simulated: 6 } });
  const { asked, start } = workers(seconds);
  const before = liveStore.getState().figures;
  const [first] = await ran([STEAL], start);
  expect(asked).toEqual(['steal 2']);
  // Nothing has come in yet.
  expect(first?.figures).toBe(before);
  expect(liveStore.getState().progress).toMatchObject({ jobs: 1, fault: null });
});

test('refused runs give a reason and do not count for the speed', async () => {
  const fault = { kind: 'out_of_range', min: 0, max: 0, unit: '' } as const;
  const refusal = new Refusal([{ field: 'seed', value: '1', fault, message: 'a seed out of range' }]);
  await ran([STEAL], workers(() => refusal).start);
  const { progress, eventsPerMs, figures } = liveStore.getState();
  expect(progress).toMatchObject({ state: 'done', fault: { field: 'seed', value: '1', fault } });
  expect([eventsPerMs, figures.size]).toEqual([5000, 0]);
});

test('results before a cancellation stay and do not count for the speed', async () => {
  const { start } = workers((isSteal, seed) => (seed === 1 ? seconds(isSteal, seed) : 'silence'));
  const end = runHere(TABLE, null, [STEAL], start);
  await vi.advanceTimersByTimeAsync(2000);
  cancelAll('replication');
  await end;
  expect(liveStore.getState()).toMatchObject({ eventsPerMs: 5000, progress: { row: null, state: 'cancelled' } });
  expect(liveStore.getState().figures.size).toBe(2);
});

test('the remaining time follows from the events of the missing runs', () => {
  const { figures } = liveStore.getState();
  const state = { seeds: 2, figures, eventsPerMs: 1000 };
  const jobs = [...missing([STEAL], state).values()];
  const events = jobs.reduce((all, { scenario }) => all + expectedEvents(scenario), 0);
  expect(events).toBeGreaterThan(1e6);
  expect(expectedMs([STEAL], state)).toBeCloseTo(events / 1000 / poolSize(4));
  expect(expectedMs([STEAL], { ...state, eventsPerMs: 4000 })).toBeCloseTo(events / 4000 / poolSize(4));
});

test('a run of less work is scaled to the whole, and a missing figure is empty', () => {
  const runOf = (row: RowReport) => [...missing([row], { seeds: 1, figures: new Map() }).values()][0]!.run;
  const scaled = entryOf('s001-hackbench-8s288');
  const [row] = scaled.rows;
  const whole = figuresOf(runOf(row!), { ...plain, ended: 'finished', elapsed_ns: 2e9 }).get(row!);
  // 50,000 loops were published, 500 are run.
  expect(whole).toBe(200);
  const perJob = entryOf('s003-hohnbaum-0110-perjob32').rows;
  const ranked = perJob.find(({ load }) => load === 'rank 1')!;
  const figures = figuresOf(runOf(ranked), { ...plain, jobs: [] });
  expect(figures.has(ranked)).toBe(false);
  // Of the same run, not by rank.
  expect([...figures.keys()].map(({ quantity }) => quantity)).toContain('total_user');
});
