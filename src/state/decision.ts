/** The decision lens: the open decision, and its present step. */
import type { Sought } from '../engine/lanes/questions';
import { headAt, stepsOf } from '../engine/wire/records';
import { runStore, standBefore } from './run';
import { scenarioStore } from './scenario';
import { LANE_KEYS, type LaneKey, look, viewStore } from './view';

let stops: readonly (() => void)[] = [];
/** Counts calls of `openLens`: only the decision of the last is shown. */
let newest = 0;

/** The number of the last step: the result. */
const lastOf = (record: Uint32Array): number => {
  const head = headAt(record, 0, record.length, 0);
  return head ? stepsOf(head).length : 0;
};

/** Resolves to whether the decision was found. If it was not, the page shows a message. */
export async function openLens(lane: LaneKey, sought: Sought): Promise<boolean> {
  closeLens();
  newest += 1;
  const call = newest;
  const index = LANE_KEYS.indexOf(lane);
  const documentThen = scenarioStore.getState().document;
  const record = await standBefore(index, sought);
  const { feeds, fault } = runStore.getState();
  const { document } = scenarioStore.getState();
  // Another decision or document is open, or a fault is shown.
  if (call !== newest || document !== documentThen || fault !== null) return false;
  // The lens closes when the run leaves this moment.
  stops = [
    runStore.subscribe((run) => (run.playing || run.feeds !== feeds || run.fault !== null) && closeLens()),
    scenarioStore.subscribe((scenario) => scenario.document !== document && closeLens()),
    ...feeds.flatMap((feed) => [feed.onReset(closeLens), feed.onLog(closeLens)]),
  ];
  if (record) {
    look({ lane, lens: { lane, record, step: 0, running: !viewStore.getState().reducedMotion }, pointed: null });
  } else look({ decisionNotFound: true });
  return record !== null;
}

export function closeLens(): void {
  for (const stop of stops) stop();
  stops = [];
  const { lens, decisionNotFound } = viewStore.getState();
  if (lens) look({ lens: null, pointed: null });
  if (decisionNotFound) look({ decisionNotFound: false });
}

/** Goes to a step, or to the nearest existing one. */
export function goToStep(step: number, running = false): void {
  const { lens } = viewStore.getState();
  if (!lens) return;
  const last = lastOf(lens.record);
  const next = Math.min(last, Math.max(0, step));
  look({ lens: { ...lens, step: next, running: running && next < last } });
}

export const stepLens = (by: number): void => goToStep((viewStore.getState().lens?.step ?? 0) + by);

export const lastStep = (): void => goToStep(Number.POSITIVE_INFINITY);

/** Plays or pauses the steps; from the last step it begins at the first. */
export function toggleLens(): void {
  const { lens } = viewStore.getState();
  if (!lens) return;
  if (lens.running) look({ lens: { ...lens, running: false } });
  else goToStep(lens.step === lastOf(lens.record) ? 0 : lens.step, true);
}

/** Leaves the lens for the Inspector of the CPU that was chosen. */
export function enterChosen(): void {
  const { lens } = viewStore.getState();
  const head = lens && headAt(lens.record, 0, lens.record.length, 0);
  if (!head) return;
  closeLens();
  look({ selection: { lane: lens.lane, cpu: head.chosen }, thing: null, inspecting: true });
}

/** Leaves the lens for the Inspector of a task. */
export function enterTask(task: number): void {
  const { lens } = viewStore.getState();
  const head = lens && headAt(lens.record, 0, lens.record.length, 0);
  if (!head) return;
  closeLens();
  look({ selection: { lane: lens.lane, cpu: head.chosen }, thing: { kind: 'task', task }, inspecting: true });
}
