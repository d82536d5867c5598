/**
 * Studies: an experiment with several seeds in all its lanes, run behind the picture and kept for as long as the page is
 * open. Whoever shows one wants it; what nobody wants is not run, from the next slice on. It never costs the picture a
 * frame: one worker, in slices, with rests that are the longer the more frames it costs (`engine/batch/share.ts`), and not at all while
 * the page is hidden, *Run many* is open or runs, or the lanes are on their way to a moment.
 */
import { createStore } from 'zustand/vanilla';
import type { Finding } from '../engine/batch/compared';
import type { Judged, JudgingKey } from '../engine/batch/figures';
import type { Estimate } from '../engine/batch/judge';
import type { Outcome } from '../engine/batch/pool';
import type { BatchEngine, BatchJob } from '../engine/batch/questions';
import { WorkShare } from '../engine/batch/share';
import { whenIdle } from '../engine/idle';
import { onFrame } from '../engine/loop';
import type { FieldError, Scenario } from '../scenario/generated/types';
import { isOpenEnded } from '../scenario/length';
import { isAboutWaits } from '../scenario/waits';
import { isRunning } from './batch';
import { runStore } from './run';
import { look, viewStore } from './view';

export interface Study {
  /** The scenario as it is run, to the letter, and the seeds. */
  readonly key: string;
  readonly scenario: Scenario;
  readonly seeds: number;
}

/** What is known of a study so far. */
export interface Known {
  /** Seeds that have ended in every lane, and how many are wanted. */
  readonly seeds: number;
  readonly of: number;
  /** What it is judged by: waits, or the time, where every run has done its work; else what got done in a second. */
  readonly figure: JudgingKey;
  /** B beside A; null with one lane, and before a seed has ended. */
  readonly finding: Finding | null;
  /** That figure of A; null before a seed has ended. */
  readonly a: Estimate | null;
  /** Why nothing can be said, or only in the engine's words; null: it can, or will be. */
  readonly fault: FieldError | string | null;
}

export const studyOf = (scenario: Scenario, seeds: number): Study => ({
  key: `${seeds} ${JSON.stringify(scenario)}`,
  scenario,
  seeds,
});

/** Of a study of which no seed has ended. */
export const unknown = (of: number): Known => ({
  seeds: 0,
  of,
  figure: 'rate',
  finding: null,
  a: null,
  fault: null,
});

export const studiesStore = createStore<{ readonly known: ReadonlyMap<string, Known> }>(() => ({ known: new Map() }));

/** What has been run of a study: its jobs are run in their order. */
interface Entry {
  readonly study: Study;
  readonly jobs: readonly BatchJob[];
  readonly outcomes: Outcome<Judged>[];
}

interface Want {
  readonly studies: readonly Study[];
  /** The lowest goes first. */
  readonly rank: number;
  /** Before this moment a person may still be dragging. */
  readonly fromMs: number;
}

/** Real time that something has to be wanted before it is run (ms). */
const SETTLE_MS = 300;
/** Studies that are kept. */
const MOST_KEPT = 150;
/** Real time after which a worker that could not be started is tried again (ms). */
const RETRY_MS = 10_000;
/** Seeds that every study of a want is given before one of them is given more: an interval takes two. */
const ROUND = 2;

const entries = new Map<string, Entry>();
const wants = new Set<Want>();
const share = new WorkShare();
let working = false;
/** That a worker could not be started was said. */
let hasSaid = false;

type Judge = typeof import('../engine/batch/compared') & typeof import('../engine/batch/paired');
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

/** The study whose next run is wanted most. */
function wanted(): Entry | null {
  if (!judge) return null;
  const own = judge;
  const now = performance.now();
  for (const want of [...wants].filter(({ fromMs }) => fromMs <= now).sort((one, two) => one.rank - two.rank)) {
    const open = want.studies.map((study) => entryOf(study, own)).filter((entry) => !isOver(entry));
    const round = ({ study, outcomes }: Entry) => Math.floor(outcomes.length / (ROUND * study.scenario.lanes.length));
    const least = Math.min(...open.map(round));
    const next = open.find((entry) => round(entry) === least);
    if (next) return next;
  }
  return null;
}

/** A report has a figure for every task, and there are thousands of reports: kept is what a study is judged by. */
function judgedOf(outcome: Outcome): Outcome<Judged> {
  if (outcome.type !== 'report') return outcome;
  const { elapsed_ns, messages_per_s, wake_latency_p99_ns, ended } = outcome.report;
  return { type: 'report', report: { elapsed_ns, messages_per_s, wake_latency_p99_ns, ended } };
}

function known({ study, jobs, outcomes }: Entry, { pairsOf, unfinished, compareJudged, findingOf }: Judge): Known {
  const pairs = pairsOf(
    jobs,
    jobs.map((_, i) => outcomes[i] ?? null),
  );
  const timed = !isOpenEnded(study.scenario) && unfinished(pairs) === 0;
  const figure = isAboutWaits(study.scenario) ? 'p99' : timed ? 'elapsed' : 'rate';
  const compared = compareJudged(pairs, figure);
  const refused = outcomes.find((outcome) => outcome.type === 'refused');
  const faulty = outcomes.find((outcome) => outcome.type === 'fault');
  return {
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
  const next = new Map(studiesStore.getState().known).set(entry.study.key, known(entry, judge));
  const asked = new Set([...wants].flatMap(({ studies }) => studies.map(({ key }) => key)));
  for (const key of entries.keys()) {
    if (entries.size <= MOST_KEPT) break;
    if (asked.has(key)) continue;
    entries.delete(key);
    next.delete(key);
  }
  studiesStore.setState({ known: next });
}

/** The page has other things to do, or nobody looks at it. */
const isElsewhere = (): boolean =>
  (typeof document !== 'undefined' && document.hidden) ||
  isRunning() ||
  viewStore.getState().dialog === 'many' ||
  runStore.getState().approach !== null;

/** What it takes to work; null: it could not be loaded, and is asked for again with the next want. */
const loadTools = () =>
  Promise.all([
    import('../engine/batch/compared'),
    import('../engine/batch/paired'),
    import('../engine/batch/quiet'),
  ]).catch(() => null);

/** Works while something is wanted that is not known. */
async function work(startWorker?: () => Promise<BatchEngine>): Promise<void> {
  if (working) return;
  working = true;
  let stop = () => {};
  let hadWorker = true;
  try {
    await whenIdle();
    const loaded = await loadTools();
    if (!loaded) return;
    const [compared, paired, { workQuietly }] = loaded;
    judge ??= { ...compared, ...paired };
    stop = onFrame((nowMs) => share.frame(nowMs));
    const next = (): BatchJob | null => {
      const entry = wanted();
      return entry?.jobs[entry.outcomes.length] ?? null;
    };
    const rest = () => (isElsewhere() ? null : share.rest(performance.now()));
    hadWorker = await workQuietly({ next, ended, rest }, startWorker);
  } finally {
    stop();
    working = false;
  }
  if (hadWorker) {
    if (wanted()) void work(startWorker);
    return;
  }
  if (!hasSaid) look({ unloaded: {} });
  hasSaid = true;
  setTimeout(() => wanted() && void work(startWorker), RETRY_MS);
}

/**
 * Has studies run, `rank` before those of a higher one, until the returned function is called. What is known of them
 * already is not run again.
 */
export function want(studies: readonly Study[], rank: number, startWorker?: () => Promise<BatchEngine>): () => void {
  const own: Want = { studies, rank, fromMs: performance.now() + SETTLE_MS };
  wants.add(own);
  const timer = setTimeout(() => void work(startWorker), SETTLE_MS);
  return () => {
    clearTimeout(timer);
    wants.delete(own);
  };
}
