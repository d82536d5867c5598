/** Reads the output of `sched merge`: a sweep that was run on another machine. */
import { FIGURE, FIGURES, type FigureKey } from '../../engine/batch/figures';
import type { Outcome } from '../../engine/batch/pool';
import { check } from '../../scenario/check';
import { completed, type SparseScenario } from '../../scenario/document';
import type { OwnMachine, RunReport } from '../../scenario/generated/types';
import { presetOf } from '../../scenario/presetOf';
import { DEFAULT_PRESET } from '../../scenario/presets';
import { MOST_VALUES, parameters, planSweep } from './plan';
import type { Asked } from './store';

/** The longest file that is read (bytes). */
const MOST_BYTES = 200_000_000;

/** The version of the file's form. */
const VERSION = 1;

export type Reading =
  | { readonly asked: Asked; readonly outcomes: readonly Outcome[] }
  /**
   * `form`: it is no merged sweep; `scenario`: this simulator refuses it; `runs`: the runs differ from those it names.
   */
  | { readonly wrong: 'form' | 'version' | 'scenario' | 'field' | 'values' | 'runs'; readonly value?: string };

type Merged = Readonly<Record<string, unknown>>;

const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** A nice value may be negative; the scenario decides the range of a field. */
const isValue = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) <= 2 ** 32;

/** Figures that a report may lack: an earlier simulator has no gap between shares, some work has no requests. */
const ABSENT: readonly FigureKey[] = ['shares', 'request_p50', 'request_p99'];

/** Whether it has every other figure. */
const isReport = (report: RunReport): boolean => {
  try {
    return FIGURES.filter((key) => !ABSENT.includes(key)).every((key) => Number.isFinite(FIGURE[key].of(report)));
  } catch {
    return false;
  }
};

/** `withRows` completes a custom machine, which is stored without its rows; it may throw. */
function readMerged(merged: Merged | null, withRows: (machine: object) => OwnMachine): Reading {
  const { sweep, scenario: document, field, values, seeds, reports } = merged ?? {};
  if (typeof sweep !== 'number' || !Array.isArray(reports) || !Array.isArray(values)) return { wrong: 'form' };
  if (sweep !== VERSION) return { wrong: 'version', value: String(sweep) };
  if (typeof field !== 'string' || !isCount(seeds, 10_000) || seeds < 1) return { wrong: 'form' };
  const lists = values.length >= 1 && values.length <= MOST_VALUES && values.every(isValue);
  if (!lists) return { wrong: 'values', value: String(values.length) };
  let scenario: ReturnType<typeof completed>;
  try {
    const { machine } = document as SparseScenario;
    scenario = completed({
      ...(document as SparseScenario),
      machine: typeof machine === 'object' ? withRows(machine) : machine,
    });
    if (check(scenario).length > 0) return { wrong: 'scenario' };
    const known = Object.values(parameters(scenario)).flat();
    if (!known.some((one) => one.field === field)) return { wrong: 'field', value: field };
  } catch {
    return { wrong: 'scenario' };
  }
  const plan = planSweep(scenario, field, values as number[], seeds);
  if ('problem' in plan) return { wrong: 'scenario' };
  const isOf = (report: RunReport, i: number): boolean => {
    const job = plan.jobs[i];
    return job !== undefined && report?.seed === job.scenario.seed && report.lane === job.lane && isReport(report);
  };
  if (reports.length !== plan.jobs.length || !(reports as RunReport[]).every(isOf)) {
    return { wrong: 'runs', value: String(reports.length) };
  }
  return {
    asked: { document: scenario, preset: presetOf(scenario, DEFAULT_PRESET), scenario, ...plan },
    outcomes: (reports as RunReport[]).map((report): Outcome => ({ type: 'report', report })),
  };
}

/** The content of a file; an unreadable file is no sweep. Rejects if the reader of custom machines fails to load. */
export async function mergedIn(file: Blob): Promise<Reading> {
  if (file.size > MOST_BYTES) return { wrong: 'form' };
  let merged: Merged | null;
  try {
    merged = JSON.parse(await file.text()) as typeof merged;
  } catch {
    return { wrong: 'form' };
  }
  const isOwn = typeof (merged?.scenario as Partial<SparseScenario> | undefined)?.machine === 'object';
  return readMerged(merged, isOwn ? (await import('../../engine/own')).withRows : (machine) => machine as OwnMachine);
}
