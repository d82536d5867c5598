/** Runs the simulations behind an act's questions and extra figures. */
import type { BatchJob } from '../../engine/batch/questions';
import { SPEEDS } from '../../engine/lanes/pace';
import { onFrame } from '../../engine/loop';
import type { Scenario } from '../../scenario/generated/types';
import { type BatchState, cancelAll, runAll } from '../../state/batch';
import { clockNs, pause, play, runStore, seek, setSpeed } from '../../state/run';
import { scenarioStore } from '../../state/scenario';
import { look, viewStore } from '../../state/view';
import { actsStore, isStill, stepOf } from './store';
import type { Beside } from './types';

export { cancelAll };

/** All runs succeeded; a failed run can be repeated. */
const areWhole = (outcomes: BatchState['outcomes']): boolean => outcomes.every((one) => one?.type === 'report');

/** The runs of experiments: by experiment, by seed, by lane. */
export const jobsOf = (experiments: readonly Scenario[], seeds: number): readonly BatchJob[] =>
  experiments.flatMap((scenario) =>
    Array.from({ length: seeds }, (_, i) => ({ ...scenario, seed: i + 1 })).flatMap((seeded) =>
      seeded.lanes.map((_, lane) => ({ scenario: seeded, lane })),
    ),
  );

/** Extra runs, seed by seed, of the step's experiment with the reader's changes. */
export async function runBeside(
  entry: number,
  { experiments, seeds }: Beside,
  tell?: (state: BatchState) => void,
): Promise<void> {
  const { opened } = actsStore.getState();
  const { document } = scenarioStore.getState();
  const open = opened && stepOf(opened).step.document;
  const jobs = jobsOf(
    experiments.map((one) => (one === open ? document : one)),
    seeds,
  );
  return runAll('act', jobs, (beside) => {
    if (!isStill(entry)) return;
    actsStore.setState({ beside });
    if (beside.state === 'done' && !areWhole(beside.outcomes)) look({ loadFailed: true });
    tell?.(beside);
  });
}

/**
 * Runs the experiments that decide a question. Resolves when the first has ended, while the others continue; or to
 * false if it failed, or another batch replaced it.
 */
function runFirst(entry: number, beside: Beside): Promise<boolean> {
  const runs = (beside.experiments[0]?.lanes.length ?? 0) * beside.seeds;
  return new Promise((resolve) => {
    const tell = ({ outcomes }: BatchState) => areWhole(outcomes.slice(0, runs)) && resolve(true);
    void runBeside(entry, beside, tell).then(() => resolve(false));
  });
}

/** How long the run of a question plays visibly before it is run to its end (ms, real time). */
const SHOWN_MS = 2500;

/** Chooses an answer and runs the question: visibly, unless reduced motion is on, then up to its moment. */
export async function answer(choice: string): Promise<void> {
  const { opened, entry, arrived, choice: before } = actsStore.getState();
  if (!opened || !arrived || before !== null) return;
  const { step } = stepOf(opened);
  const { untilNs = step.atNs } = step;
  actsStore.setState({ choice });
  if (!viewStore.getState().reducedMotion && untilNs > clockNs()) await watch(entry, untilNs);
  if (!isStill(entry)) return;
  pause();
  await seek(untilNs);
  endQuestion(entry, !step.beside || !isStill(entry) || (await runFirst(entry, step.beside)));
}

/** A run that failed, or was cancelled by other runs, can be repeated. */
function endQuestion(entry: number, hasRun: boolean): void {
  if (isStill(entry)) actsStore.setState(hasRun ? { answered: true } : { choice: null });
}

/** Submits the sketch: its loads are measured. */
export async function measure(): Promise<void> {
  const { opened, entry, arrived, answered } = actsStore.getState();
  const { beside } = opened ? stepOf(opened).step : {};
  if (!arrived || answered || !beside) return;
  pause();
  actsStore.setState({ choice: 'sketch' });
  await runBeside(entry, beside);
  endQuestion(entry, areWhole(actsStore.getState().beside?.outcomes ?? [null]));
}

/** Plays up to a moment, at a speed at which it takes about `SHOWN_MS`. */
function watch(entry: number, untilNs: number): Promise<void> {
  const perSecond = ((untilNs - clockNs()) / SHOWN_MS) * 1000;
  const speed = SPEEDS.findIndex((one) => one >= perSecond);
  const before = runStore.getState().speed;
  setSpeed(speed);
  play();
  return new Promise((resolve) => {
    let begun: number | null = null;
    const stop = onFrame((nowMs) => {
      begun ??= nowMs;
      const { playing } = runStore.getState();
      if (playing && clockNs() < untilNs && nowMs - begun < SHOWN_MS && isStill(entry)) return;
      stop();
      if (isStill(entry)) setSpeed(before);
      resolve();
    });
  });
}
