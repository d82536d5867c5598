/** Rows run on the reader's own machine: which runs they take, what has come of them, and how it is judged. */
import { mean, sum } from 'd3-array';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { poolSize } from '../../engine/batch/pool';
import type { BatchJob } from '../../engine/batch/questions';
import { type Estimate, estimate } from '../../engine/batch/statistics';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { type BatchState, runAll } from '../../state/batch';
import { isOrderedWith, judged, type Simulated } from './judge';
import { expectedEvents, measure } from './measure';
import { REPORT, type RowReport, type TableReport } from './report';

/** What was asked for, and how far it is. */
export interface Going extends BatchState {
  /** The table, or the row of it, that it was asked for. */
  readonly table: string;
  readonly row: string | null;
  readonly jobs: number;
  /** Why a run did not come to its end, where one did not. */
  readonly fault: string | null;
}

interface LiveState {
  /** Paired seeds of each row. */
  readonly seeds: number;
  readonly going: Going | null;
  /** The reports that are there, by run (`keyOf`). */
  readonly reports: ReadonlyMap<string, RunReport>;
  /** Events a worker handles in a millisecond, as far as known. */
  readonly eventsPerMs: number;
}

/** What has been run, as far as it is asked for. */
export type Done = Pick<LiveState, 'seeds' | 'reports'>;

export const SEED_CHOICES = ['2', '4', '8', '16'] as const;

/** What a laptop does, until something was run. */
const USUAL_EVENTS_PER_MS = 5000;

export const liveStore = createStore<LiveState>(() => ({
  seeds: 4,
  going: null,
  reports: new Map(),
  eventsPerMs: USUAL_EVENTS_PER_MS,
}));

export const useLive = <T>(select: (state: LiveState) => T): T => useStore(liveStore, select);

/** The scenario of a row, with its lane alone: rows that share a run are run once. */
function scenarioOf({ scenario, lane }: RowReport): Scenario | null {
  const both = scenario === null ? undefined : REPORT.scenarios[scenario];
  const own = both?.lanes[lane ?? 0];
  return both && own ? { ...both, lanes: [own] } : null;
}

const keys = new Map<string, string>();

/** The name of a row's run with the nth seed; null: nothing is run. */
function keyOf(row: RowReport, n: number): string | null {
  const at = `${row.scenario} ${row.lane}`;
  let key = keys.get(at);
  if (key === undefined) {
    const scenario = scenarioOf(row);
    if (!scenario) return null;
    key = JSON.stringify(scenario);
    keys.set(at, key);
  }
  return `${key} ${n}`;
}

export const baseOf = ({ table, quantity, gain_over }: RowReport): RowReport | undefined =>
  gain_over === null
    ? undefined
    : REPORT.rows.find((one) => one.table === table && one.quantity === quantity && one.row === gain_over);

/** The runs that rows still take, each once; a gain takes those of its base too. */
export function missing(rows: readonly RowReport[], { seeds, reports }: Done) {
  const jobs = new Map<string, BatchJob>();
  for (const row of rows.flatMap((one) => [one, baseOf(one) ?? []].flat())) {
    const scenario = scenarioOf(row);
    for (let n = 0; scenario && n < seeds; n++) {
      const key = keyOf(row, n);
      if (key === null || reports.has(key)) continue;
      jobs.set(key, { scenario: { ...scenario, seed: (scenario.seed + n) % 2 ** 32 }, lane: 0 });
    }
  }
  return jobs;
}

/** About how long the runs that rows still take will last (ms). */
export function expectedMs(rows: readonly RowReport[], state: Done & Pick<LiveState, 'eventsPerMs'>): number {
  const jobs = [...missing(rows, state).values()];
  const all = sum(jobs, ({ scenario }) => expectedEvents(scenario));
  return all / state.eventsPerMs / poolSize(jobs.length);
}

/** Runs what rows still take; a run that is there already is not run again. */
export async function runHere(table: string, row: string | null, rows: readonly RowReport[]): Promise<void> {
  const jobs = missing(rows, liveStore.getState());
  if (jobs.size === 0) return;
  const names = [...jobs.keys()];
  await runAll([...jobs.values()], (state) => {
    const faults = state.outcomes.flatMap((outcome) => {
      if (outcome?.type === 'fault') return [outcome.message];
      return outcome?.type === 'refused' ? outcome.errors.map(({ message }) => message) : [];
    });
    liveStore.setState(({ reports }) => {
      const done = state.outcomes.flatMap((outcome) => (outcome?.type === 'report' ? [outcome.report] : []));
      const fresh = state.outcomes.flatMap((outcome, i): [string, RunReport][] => {
        const name = names[i] ?? '';
        return outcome?.type === 'report' && !reports.has(name) ? [[name, outcome.report]] : [];
      });
      const events = sum(done, (report) => report.events);
      const tempo = events / Math.max(1, state.tookMs) / state.workers;
      return {
        // The same map while nothing has come in: the tables are drawn again with each.
        reports: fresh.length > 0 ? new Map([...reports, ...fresh]) : reports,
        going: { ...state, table, row, jobs: names.length, fault: faults[0] ?? null },
        ...(state.state === 'done' && events > 0 ? { eventsPerMs: tempo } : {}),
      };
    });
  });
}

/** The figures of a row that are there, seed by seed; null where a seed is missing. */
function figuresOf(row: RowReport, about: TableReport, { seeds, reports }: Done): (number | null)[] {
  const scenario = scenarioOf(row);
  return Array.from({ length: seeds }, (_, n) => {
    const report = reports.get(keyOf(row, n) ?? '');
    return scenario && report ? measure(row, scenario, about.published_loops, report) : null;
  });
}

const there = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** The time saved (%), paired by seed. */
function gainOf(base: readonly (number | null)[], own: readonly (number | null)[]): Estimate | null {
  const pairs = base.flatMap((old, i) => {
    const now = own[i];
    return old === null || now === null || now === undefined ? [] : [[old, now] as const];
  });
  const old = mean(pairs, ([value]) => value);
  return old === undefined ? null : estimate(pairs.map(([before, after]) => (100 * (before - after)) / old));
}

function simulatedOf(row: RowReport, about: TableReport, state: Done): Simulated | null {
  const own = figuresOf(row, about, state);
  const values = there(own);
  if (values.length === 0) return null;
  const base = baseOf(row);
  return { row, value: estimate(values), gain: base ? gainOf(figuresOf(base, about, state), own) : null };
}

/** A row as it came out here, and of how many seeds. */
export interface Live {
  readonly row: RowReport;
  readonly seeds: number;
}

/** A row as it came out here, judged by the rules of the report; null: it was not run. */
export function liveOf(row: RowReport, rows: readonly RowReport[], about: TableReport, state: Done): Live | null {
  const own = simulatedOf(row, about, state);
  if (!own) return null;
  const beside = rows.filter((other) => isOrderedWith(row, other) && other.spoken && other.published !== null);
  const others = beside.flatMap((other) => simulatedOf(other, about, state) ?? []);
  const complete = others.length === beside.length;
  return { row: judged(own, complete ? others : null, about.standing === 'judged'), seeds: own.value.n };
}
