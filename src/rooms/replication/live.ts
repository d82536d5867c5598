/** Rows run on the reader's machine: the runs they need, their results and verdicts. */
import { sum } from 'd3-array';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { expectedEvents, judge, measure } from '../../engine/batch/judge';
import { poolSize } from '../../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../../engine/batch/questions';
import type { FieldError, RunReport, Scenario } from '../../scenario/generated/types';
import { type BatchState, runAll } from '../../state/batch';
import { type Entry, REPORT, type RowReport } from './report';

/** The request and its progress. */
export interface LiveProgress extends BatchState {
  /** The requested table, or row of it. */
  readonly table: string;
  readonly row: string | null;
  readonly jobs: number;
  /** Why a run did not complete, if one did not. */
  readonly fault: FieldError | string | null;
}

interface LiveState {
  /** Paired seeds of each row. */
  readonly seeds: number;
  readonly progress: LiveProgress | null;
  /** The results of each run (`keyOf`), for every row that it answers. */
  readonly figures: ReadonlyMap<string, Figures>;
  /** Events that a worker handles per millisecond, if measured. */
  readonly eventsPerMs: number;
}

/** The results of a run for its rows, in their units. */
export type Figures = ReadonlyMap<RowReport, number>;

/** The results so far of the requested runs. */
export type Done = Pick<LiveState, 'seeds' | 'figures'>;

export const SEED_CHOICES = ['2', '4', '8', '16'] as const;

/** The speed of a typical laptop, until a run was measured. */
const USUAL_EVENTS_PER_MS = 5000;

export const liveStore = createStore<LiveState>(() => ({
  seeds: 4,
  progress: null,
  figures: new Map(),
  eventsPerMs: USUAL_EVENTS_PER_MS,
}));

export const useLive = <T>(select: (state: LiveState) => T): T => useStore(liveStore, select);

/** The run for some rows: a scenario with their lane only. Rows that share a run are run once. */
interface Run {
  readonly key: string;
  readonly scenario: Scenario;
  /** The rows that it answers, of any table. */
  readonly rows: RowReport[];
}

/** Every run of the report, by its key and by its rows. */
const RUNS = new Map<string, Run>();
const RUN_OF = new Map<RowReport, Run>();

for (const row of REPORT.rows) {
  const both = REPORT.scenarios[row.scenario ?? -1];
  const laneOfRow = both?.lanes[row.lane ?? 0];
  if (!both || !laneOfRow) continue;
  const scenario = { ...both, lanes: [laneOfRow] };
  const key = JSON.stringify(scenario);
  const run = RUNS.get(key) ?? { key, scenario, rows: [] };
  run.rows.push(row);
  RUNS.set(key, run);
  RUN_OF.set(row, run);
}

/** The name of the nth seed of a run. */
const keyOf = ({ key }: Run, n: number): string => `${key} ${n}`;

/** The results of a run, for every row that it answers. */
export function figuresOf({ rows, scenario }: Run, report: RunReport): Figures {
  const loopsOf = (table: string) => REPORT.tables.find((one) => one.table === table)?.published_loops ?? null;
  const asked = rows.map(({ quantity, load, table }) => ({ quantity, load, loops: loopsOf(table) }));
  const values = measure(asked, scenario, report);
  return new Map(
    rows.flatMap((row, i): [RowReport, number][] => {
      const value = values[i] ?? Number.NaN;
      return Number.isNaN(value) ? [] : [[row, value]];
    }),
  );
}

export const baseOf = ({ table, quantity, gain_over }: RowReport): RowReport | undefined =>
  gain_over === null
    ? undefined
    : REPORT.rows.find((one) => one.table === table && one.quantity === quantity && one.row === gain_over);

interface Job extends BatchJob {
  readonly run: Run;
}

/** The runs that are still missing for rows, each once, by name; a gain needs those of its base, too. */
export function missing(rows: readonly RowReport[], { seeds, figures }: Done): Map<string, Job> {
  const jobs = new Map<string, Job>();
  for (const row of rows.flatMap((one) => [one, baseOf(one) ?? []].flat())) {
    const run = RUN_OF.get(row);
    for (let n = 0; run && n < seeds; n++) {
      const name = keyOf(run, n);
      if (figures.has(name)) continue;
      jobs.set(name, { run, scenario: { ...run.scenario, seed: (run.scenario.seed + n) % 2 ** 32 }, lane: 0 });
    }
  }
  return jobs;
}

const events = new Map<Run, number>();

function eventsOf(run: Run): number {
  const known = events.get(run) ?? expectedEvents(run.scenario);
  events.set(run, known);
  return known;
}

/** Approximate duration of the missing runs (ms). */
export function expectedMs(rows: readonly RowReport[], state: Done & Pick<LiveState, 'eventsPerMs'>): number {
  const jobs = [...missing(rows, state).values()];
  return sum(jobs, ({ run }) => eventsOf(run)) / state.eventsPerMs / poolSize(jobs.length);
}

/** Why a run did not complete; null: all did, so far. */
function faultOf(outcomes: BatchState['outcomes']): LiveProgress['fault'] {
  const faults = outcomes.flatMap((outcome): readonly (FieldError | string)[] => {
    if (outcome?.type === 'fault') return [outcome.message];
    return outcome?.type === 'refused' ? outcome.errors : [];
  });
  return faults[0] ?? null;
}

/** Runs the missing rows; known runs are not repeated. */
export async function runHere(
  table: string,
  row: string | null,
  rows: readonly RowReport[],
  startWorker?: () => Promise<BatchEngine>,
): Promise<void> {
  const wanted = [...missing(rows, liveStore.getState())];
  if (wanted.length === 0) return;
  await runAll(
    'replication',
    wanted.map(([, { scenario, lane }]) => ({ scenario, lane })),
    (state) => {
      const { figures, eventsPerMs } = liveStore.getState();
      const results = wanted.flatMap(([name, { run }], i) => {
        const outcome = state.outcomes[i];
        return outcome?.type === 'report' ? [{ name, run, report: outcome.report }] : [];
      });
      const fresh = results.filter(({ name }) => !figures.has(name));
      const handled = sum(results, ({ report }) => report.events);
      const tempo = handled / Math.max(1, state.tookMs) / state.workers;
      liveStore.setState({
        // The same map if no result has arrived, since each new map redraws the tables.
        figures:
          fresh.length > 0
            ? new Map([...figures, ...fresh.map(({ name, run, report }) => [name, figuresOf(run, report)] as const)])
            : figures,
        progress: { ...state, table, row, jobs: wanted.length, fault: faultOf(state.outcomes) },
        eventsPerMs: state.state === 'done' && handled > 0 ? tempo : eventsPerMs,
      });
    },
    startWorker,
  );
}

/** The simulated value of a row, and its number of seeds. */
export interface Live {
  readonly row: RowReport;
  readonly seeds: number;
}

/** The simulated values of a table's rows, judged by the rules of the report; rows that were not run are left out. */
export function liveOf({ about, rows }: Entry, { seeds, figures }: Done): ReadonlyMap<RowReport, Live> {
  const figureOf = (row: RowReport, n: number): number | null => {
    const run = RUN_OF.get(row);
    return (run && figures.get(keyOf(run, n))?.get(row)) ?? null;
  };
  const results = rows.map((row) => Array.from({ length: seeds }, (_, n) => figureOf(row, n)));
  const counts = results.map((values) => values.filter((value) => value !== null).length);
  if (counts.every((count) => count === 0)) return new Map();
  const judged = judge(rows, results, about.standing);
  return new Map(
    rows.flatMap((row, i): [RowReport, Live][] => {
      const [judgedRow = row, count = 0] = [judged[i], counts[i]];
      return count > 0 ? [[row, { row: judgedRow, seeds: count }]] : [];
    }),
  );
}
