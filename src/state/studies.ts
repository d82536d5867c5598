/**
 * Studies: an experiment with several seeds in all its lanes, run in the background and kept as long as the page is open. A
 * component that shows a study calls `want`; a study that nothing wants stops at its next slice. One worker computes for a fixed
 * share of the time (`engine/batch/quiet.ts`), and not at all while the page is hidden, *Run many* is open or runs, or the lanes
 * seek.
 */
import { createStore } from 'zustand/vanilla';
import type { Finding } from '../engine/batch/compared';
import type { Judged, JudgingKey } from '../engine/batch/figures';
import type { Estimate } from '../engine/batch/judge';
import type { Outcome } from '../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../engine/batch/questions';
import { whenIdle } from '../engine/idle';
import type { FieldError, Scenario } from '../scenario/generated/types';
import { isOpenEnded } from '../scenario/length';
import { isRunning } from './batch';
import { runStore } from './run';
import { look, viewStore } from './view';

export interface Study {
  /** The exact scenario and the seeds. */
  readonly key: string;
  readonly scenario: Scenario;
  readonly seeds: number;
}

/** The results of a study so far. */
export interface Known {
  /** Seeds that have ended in every lane, and all seeds of the study. */
  readonly seeds: number;
  readonly of: number;
  /** The figure of the quantity that decides the experiment. */
  readonly figure: JudgingKey;
  /** B compared with A; null with one lane, and before a seed has ended. */
  readonly finding: Finding | null;
  /** That figure of A; null before a seed has ended. */
  readonly a: Estimate | null;
  /** Why there is no result; null: there is one, or one will follow. */
  readonly fault: FieldError | string | null;
  /** Runs that ejected their policy; absent: none. */
  readonly ejected?: number;
}

export const studyOf = (scenario: Scenario, seeds: number): Study => ({
  key: `${seeds} ${JSON.stringify(scenario)}`,
  scenario,
  seeds,
});

/** A study of which no seed has ended. */
export const unknown = (of: number): Known => ({
  seeds: 0,
  of,
  figure: 'rate',
  finding: null,
  a: null,
  fault: null,
});

export const studiesStore = createStore<{ readonly known: ReadonlyMap<string, Known> }>(() => ({ known: new Map() }));

/** The present results of a study. */
export const knownOf = ({ key, seeds }: Study): Known => studiesStore.getState().known.get(key) ?? unknown(seeds);

/** A study and its runs, in order. */
export interface Entry {
  readonly study: Study;
  readonly jobs: readonly BatchJob[];
  readonly outcomes: Outcome<Judged>[];
}

interface Want {
  readonly studies: readonly Study[];
  /** The lowest runs first. */
  readonly rank: number;
  /** Until this real time a drag may continue (ms). */
  readonly fromMs: number;
}

/** Real time for which a study must be wanted before it runs (ms). */
const SETTLE_MS = 300;
/** Maximum number of studies kept. */
const MOST_KEPT = 150;
/** Real time after which a failed start of a worker is repeated (ms). */
const RETRY_MS = 10_000;
/** Seeds that every wanted study gets before one gets more: an interval needs two. */
const ROUND = 2;

const entries = new Map<string, Entry>();
const wants = new Set<Want>();
let working = false;
/** A failed start of a worker has been reported. */
let hasReported = false;

export type Judge = typeof import('../engine/batch/compared') &
  typeof import('../engine/batch/figures') &
  typeof import('../engine/batch/paired');
let judge: Judge | null = null;

const isOver = ({ jobs, outcomes }: Entry): boolean =>
  outcomes.length === jobs.length || outcomes.at(-1)?.type === 'refused';

function entryOf(study: Study, { seedJobs }: Judge): Entry {
  const known = entries.get(study.key);
  if (known) return known;
  const entry: Entry = { study, jobs: seedJobs(study.scenario, study.seeds), outcomes: [] };
  entries.set(study.key, entry);
  return entry;
}

/** The study with the most urgent run. */
function wanted(): Entry | null {
  if (!judge) return null;
  const figureOf = judge;
  const now = performance.now();
  for (const want of [...wants].filter(({ fromMs }) => fromMs <= now).sort((one, two) => one.rank - two.rank)) {
    const open = want.studies.map((study) => entryOf(study, figureOf)).filter((entry) => !isOver(entry));
    const round = ({ study, outcomes }: Entry) => Math.floor(outcomes.length / (ROUND * study.scenario.lanes.length));
    const least = Math.min(...open.map(round));
    const next = open.find((entry) => round(entry) === least);
    if (next) return next;
  }
  return null;
}

/** A report has a figure for every task, and there are thousands of reports: only the compared figures are kept. */
export function judgedOf(outcome: Outcome): Outcome<Judged> {
  if (outcome.type !== 'report') return outcome;
  const { elapsed_ns, messages_per_s, wake_latency, request_latency, wasted_pct, share_gap_pct, ended, policy } =
    outcome.report;
  return {
    type: 'report',
    report: {
      elapsed_ns,
      messages_per_s,
      wake_latency,
      ...(request_latency && { request_latency }),
      wasted_pct,
      share_gap_pct,
      ended,
      ...(policy?.exit && { policy }),
    },
  };
}

/** The results of a study from the runs that have ended. */
export function resultOf(
  { study, jobs, outcomes }: Entry,
  { pairsOf, unfinished, compareJudged, findingOf, judgingFigure }: Judge,
): Known {
  const pairs = pairsOf(
    jobs,
    jobs.map((_, i) => outcomes[i] ?? null),
  );
  const timed = !isOpenEnded(study.scenario) && unfinished(pairs) === 0;
  const figure = judgingFigure(study.scenario, timed);
  const compared = compareJudged(pairs, figure);
  const refused = outcomes.find((outcome) => outcome.type === 'refused');
  const faulty = outcomes.find((outcome) => outcome.type === 'fault');
  const ejected = outcomes.filter((outcome) => outcome.type === 'report' && outcome.report.policy?.exit).length;
  return {
    ...(ejected > 0 && { ejected }),
    seeds: pairs.length,
    of: study.seeds,
    figure,
    finding: compared && findingOf(figure, compared),
    a: compared?.estimateA ?? null,
    fault: refused?.errors[0] ?? (pairs.length === 0 ? (faulty?.message ?? null) : null),
  };
}

function ended(job: BatchJob, outcome: Outcome): void {
  const entry = [...entries.values()].find(({ jobs }) => jobs.includes(job));
  if (!entry || !judge) return;
  entry.outcomes.push(judgedOf(outcome));
  const lanes = entry.study.scenario.lanes.length;
  if (entry.outcomes.length % lanes !== 0 && !isOver(entry)) return;
  const next = new Map(studiesStore.getState().known).set(entry.study.key, resultOf(entry, judge));
  const asked = new Set([...wants].flatMap(({ studies }) => studies.map(({ key }) => key)));
  for (const key of entries.keys()) {
    if (entries.size <= MOST_KEPT) break;
    if (asked.has(key)) continue;
    entries.delete(key);
    next.delete(key);
  }
  studiesStore.setState({ known: next });
}

/** Background work waits while the page is hidden, or needs the CPU for what a person waits for. */
const isPaused = (): boolean =>
  (typeof document !== 'undefined' && document.hidden) ||
  isRunning() ||
  viewStore.getState().dialog === 'many' ||
  runStore.getState().seekProgress !== null;

/** The modules for the runs; null: they failed to load, and the next want tries again. */
const loadTools = () =>
  Promise.all([
    import('../engine/batch/compared'),
    import('../engine/batch/figures'),
    import('../engine/batch/paired'),
    import('../engine/batch/quiet'),
  ]).catch(() => null);

/** Runs studies while a wanted one is not complete. */
async function work(startWorker?: () => Promise<BatchEngine>): Promise<void> {
  if (working) return;
  working = true;
  let hadWorker = true;
  try {
    await whenIdle();
    const loaded = await loadTools();
    if (!loaded) return;
    const [compared, figures, paired, { workQuietly }] = loaded;
    judge ??= { ...compared, ...figures, ...paired };
    const next = (): BatchJob | null => {
      const entry = wanted();
      return entry?.jobs[entry.outcomes.length] ?? null;
    };
    hadWorker = await workQuietly({ next, ended, isPaused }, startWorker);
  } finally {
    working = false;
  }
  if (hadWorker) {
    if (wanted()) void work(startWorker);
    return;
  }
  if (!hasReported) look({ loadFailed: true });
  hasReported = true;
  setTimeout(() => wanted() && void work(startWorker), RETRY_MS);
}

/**
 * Runs studies until the returned function is called; those of a lower `rank` first. Known results are not run again.
 */
export function want(studies: readonly Study[], rank: number, startWorker?: () => Promise<BatchEngine>): () => void {
  const entry: Want = { studies, rank, fromMs: performance.now() + SETTLE_MS };
  wants.add(entry);
  const timer = setTimeout(() => void work(startWorker), SETTLE_MS);
  return () => {
    clearTimeout(timer);
    wants.delete(entry);
  };
}
