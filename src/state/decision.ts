/** The decision lens: the open decision, that of the other lane, and the present row. */
import type { Sought } from '../engine/lanes/questions';
import { FrameView } from '../engine/wire/frame';
import { rowsOf } from '../engine/wire/looks';
import { type Head, headOf, movesOf, stepsOf } from '../engine/wire/records';
import { sameDocument } from '../scenario/catalog';
import { featuresAt, onPath } from '../scenario/forks';
import type { Features } from '../scenario/generated/types';
import { DISTANCES } from '../scenario/generated/vocab';
import { ask, clockNs, furthestNs, runStore, seek, standBefore } from './run';
import { scenarioStore } from './scenario';
import { LANE_KEYS, type LaneKey, type Lens, look, recordIn, type Spot, viewStore } from './view';

let stops: readonly (() => void)[] = [];
/** Counts the requests: only the decision of the last is shown. */
let newest = 0;

/** The number of rows of the longer column: the number of the result. */
function lastOf({ record, other }: Lens): number {
  const rows = [record, other?.record].map((one) => {
    const head = headOf(one);
    return head ? rowsOf(head, stepsOf(head)).length : 0;
  });
  return Math.max(...rows);
}

/** The CPUs that a wake-up looks at, with the waker's and the chosen one. */
function spotOf(record: Uint32Array | null): Spot | undefined {
  const head = headOf(record);
  if (head?.kind !== 'wake') return undefined;
  const looked = rowsOf(head, stepsOf(head)).flatMap(({ step, number }) => (number === null ? [] : [step.cpu]));
  return { cpus: [head.cpu, head.chosen, ...looked] };
}

const spotsOf = (lens: Lens): Lens['spots'] => ({ a: spotOf(recordIn(lens, 'a')), b: spotOf(recordIn(lens, 'b')) });

function unwatch(): void {
  for (const stop of stops) stop();
  stops = [];
}

/** Resolves to whether the decision was found. If it was not, the page shows a message. */
export function openLens(lane: LaneKey, sought: Sought): Promise<boolean> {
  const backNs = viewStore.getState().lens?.backNs ?? clockNs();
  closeLens();
  return show(lane, sought, backNs);
}

/** Stands before a decision and shows it; `backNs`: where closing returns to. */
async function show(lane: LaneKey, sought: Sought, backNs: number): Promise<boolean> {
  newest += 1;
  const call = newest;
  const index = LANE_KEYS.indexOf(lane);
  const documentThen = scenarioStore.getState().document;
  const record = await standBefore(index, sought);
  const { feeds, fault } = runStore.getState();
  const { document } = scenarioStore.getState();
  // Another decision or document is open, or a fault is shown.
  if (call !== newest) return false;
  if (document !== documentThen || fault !== null) {
    closeLens();
    return false;
  }
  // The lens closes when the run leaves this moment.
  stops = [
    runStore.subscribe((run) => (run.playing || run.feeds !== feeds || run.fault !== null) && closeLens()),
    scenarioStore.subscribe((scenario) => scenario.document !== document && closeLens()),
    ...feeds.flatMap((feed) => [feed.onReset(closeLens), feed.onLog(closeLens)]),
  ];
  if (!record) {
    look({ lens: null, decisionNotFound: true });
    return false;
  }
  const lens: Lens = { lane, record, step: 0, other: undefined, spots: {}, backNs, place: null, missed: null };
  look({ lane, lens: { ...lens, spots: spotsOf(lens), step: lastOf(lens) }, pointed: null });
  void complete(index, record, call);
  return true;
}

/** Adds what takes longer: the decision of the other lane, and the place among all wake-ups. */
async function complete(lane: number, record: Uint32Array, call: number): Promise<void> {
  const [other, place] = await Promise.all([otherOf(lane, record), placeOf(lane, record)]);
  const { lens } = viewStore.getState();
  if (call !== newest || !lens) return;
  const isLast = lens.step === lastOf(lens);
  const whole = { ...lens, other, place };
  look({ lens: { ...whole, spots: spotsOf(whole), step: isLast ? lastOf(whole) : lens.step } });
}

/** The switches of the other lane, if the lanes differ in nothing else; else null. */
function switchesOf(lane: number, ns: number): Features | null {
  const { lanes, recording } = scenarioStore.getState().document;
  const [own, other] = [lanes[lane], lanes[1 - lane]];
  if (!own || !other) return null;
  // Of a recording the rules of both lanes are asked, whatever their kernels.
  if (recording) return lane === 0 ? featuresAt(other, ns) : null;
  const bare = { features: own.features };
  return sameDocument(onPath(own, bare), onPath(other, bare)) ? featuresAt(other, ns) : null;
}

/** What the other lane decides in the same state, or, if it has another kernel, what it decided in its run. */
async function otherOf(lane: number, record: Uint32Array): Promise<Lens['other']> {
  const head = headOf(record);
  const { lanes, recording } = scenarioStore.getState().document;
  if (!head || lanes.length < 2) return null;
  const features = switchesOf(lane, head.ns);
  if (features) return { record: await ask(lane, 'otherwise', record, features), isSameState: true };
  // The tasks of a simulation are not those of a recording.
  if (recording) return null;
  const task = head.task ?? movesOf(head)[0]?.task ?? null;
  const { ns } = head;
  const found = await ask(1 - lane, 'decision', task === null ? { cpu: head.cpu, ns } : { task, ns });
  return { record: found?.record ?? null, isSameState: false };
}

/** Whether the other lane chooses another CPU in the same state. */
export async function isDisputed(lane: number, head: Head): Promise<boolean> {
  const features = switchesOf(lane, head.ns);
  const other = features && headOf(await ask(lane, 'otherwise', head.words.slice(), features));
  return other !== null && other.chosen !== head.chosen;
}

const wakesIn = (frame: FrameView): number => DISTANCES.reduce((sum, _, i) => sum + frame.wakesTo(i), 0);

/** The number of a wake-up, and of all up to the furthest moment shown. */
async function placeOf(lane: number, record: Uint32Array): Promise<Lens['place']> {
  const frame = runStore.getState().feeds[lane]?.frame;
  if (headOf(record)?.kind !== 'wake' || !frame) return null;
  const n = wakesIn(frame) + 1;
  const furthest = furthestNs();
  const end = (await ask(lane, 'range', furthest, furthest))?.frame;
  return end?.length ? { n, of: Math.max(n, wakesIn(new FrameView(end))) } : null;
}

/** Shows the next (1) or the last (-1) decision of the same kind; `differing`: the next on which the lanes disagree. */
export async function turnLens(by: 1 | -1, differing = false): Promise<void> {
  const { lens } = viewStore.getState();
  const head = headOf(lens?.record);
  if (!lens || !head || lens.missed === 'pending') return;
  const lane = LANE_KEYS.indexOf(lens.lane);
  const features = differing ? switchesOf(lane, head.ns) : null;
  look({ lens: { ...lens, missed: 'pending' } });
  const call = newest;
  const record = await ask(lane, 'neighbour', lens.record, by, features);
  const now = viewStore.getState().lens;
  if (call !== newest || !now) return;
  if (!record) {
    look({ lens: { ...now, missed: differing ? 'differing' : by > 0 ? 'next' : 'last' } });
    return;
  }
  // The old decision stays in sight until the new one is there.
  unwatch();
  await show(lens.lane, record, lens.backNs);
}

export function closeLens(): void {
  unwatch();
  const { lens, decisionNotFound } = viewStore.getState();
  if (lens) look({ lens: null, pointed: null });
  if (decisionNotFound) look({ decisionNotFound: false });
}

/** Closes the lens, and returns to the moment at which it was opened. */
export function leaveLens(): void {
  const { lens } = viewStore.getState();
  newest += 1;
  closeLens();
  if (lens && lens.backNs !== clockNs()) void seek(lens.backNs);
}

/** Goes to a row, or to the nearest existing one. */
export function goToStep(step: number): void {
  const { lens } = viewStore.getState();
  if (lens) look({ lens: { ...lens, step: Math.min(lastOf(lens), Math.max(0, step)) } });
}

export const stepLens = (by: number): void => goToStep((viewStore.getState().lens?.step ?? 0) + by);

export const lastStep = (): void => goToStep(Number.POSITIVE_INFINITY);

/** Goes to a fraction of the rows. */
export function goToShare(share: number): void {
  const { lens } = viewStore.getState();
  if (lens) goToStep(Math.round(share * lastOf(lens)));
}

/** Leaves the lens for the Inspector of the CPU that was chosen. */
export function enterChosen(): void {
  const { lens } = viewStore.getState();
  const head = headOf(lens?.record);
  if (!lens || !head) return;
  closeLens();
  look({ selection: { lane: lens.lane, cpu: head.chosen }, thing: null, inspecting: true });
}

/** Leaves the lens for the Inspector of a task. */
export function enterTask(task: number): void {
  const { lens } = viewStore.getState();
  const head = headOf(lens?.record);
  if (!lens || !head) return;
  closeLens();
  look({ selection: { lane: lens.lane, cpu: head.chosen }, thing: { kind: 'task', task }, inspecting: true });
}
