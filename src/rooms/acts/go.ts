/** Goes through the acts: opens a step, turns to the next, runs its question, leaves. */

import { whenIdle } from '../../engine/idle';
import { DEFAULT_SPEED, SPEEDS } from '../../engine/lanes/pace';
import { headsOf } from '../../engine/wire/records';
import type { FromLink } from '../../page/acts';
import { reach } from '../../page/progress';
import { ACT_NUMBERS } from '../../scenario/acts';
import { sameDocument } from '../../scenario/catalog';
import type { ActPlace, LinkProblem } from '../../scenario/link';
import { speedOf } from '../../scenario/presets';
import { ask, pause, play, seek, setSpeed, startNs } from '../../state/run';
import { type Extras, NO_EXTRAS, openScenario, scenarioStore } from '../../state/scenario';
import { LANE_KEYS, look, type OpenStep, viewStore } from '../../state/view';
import { loadAct, nearestAct } from './steps';
import { type ActsState, actsStore, isStill, type Opened, stepOf } from './store';
import type { Experiment, Step } from './types';

/** The code that runs questions, and experiments beside the picture; loaded when a step first needs it. */
let asking: typeof import('./asking') | undefined;

/** The decision lens, loaded when a step first shows a decision. */
const decisionLens = () => import('../../state/decision');

/** Undefined if it could not be loaded, or if another step was opened meanwhile. */
async function loadAsking() {
  const { entry } = actsStore.getState();
  asking ??= await import('./asking').catch(() => undefined);
  return isStill(entry) ? asking : undefined;
}

/** Chooses an answer and runs the question. */
export const answer = async (choice: string): Promise<void> => (await loadAsking())?.answer(choice);

/** Submits the sketch: its loads are measured. */
export const measure = async (): Promise<void> => (await loadAsking())?.measure();

/** Counts requests: of two acts requested in quick succession, only the last opens. */
let attempts = 0;
/** The last request is in progress. */
let coming = false;

const rangeProblem = (field: 'act' | 'step', value: number, max: number): LinkProblem => ({
  kind: 'range',
  problem: { field, value: String(value), range: { min: 1, max } },
});

type From = ActsState['from'];

/** Opens a step of an act. */
export function goTo(act: number, step: number, from: From = 'key'): void {
  // A link or a choice has replaced the step that the scroll ended at.
  if (coming && from !== 'key') return;
  void openAct({ act, step }, undefined, from).catch(() => {});
}

/** Opens a step of an act, or the nearest existing one. */
export async function openAct(
  place: Pick<ActPlace, 'act' | 'step'>,
  link?: FromLink,
  from: From = 'key',
): Promise<void> {
  attempts += 1;
  const attempt = attempts;
  const number = nearestAct(place.act);
  coming = true;
  const act = await loadAct(number).finally(() => {
    if (attempt === attempts) coming = false;
  });
  if (attempt !== attempts || link?.isCurrent() === false) return;
  const { length } = act.steps;
  const at = Math.min(Math.max(place.step, 1), length) - 1;
  const { step } = stepOf({ number, act, at });
  const openStep: OpenStep = {
    preset: step.preset,
    document: step.document,
    atNs: step.atNs,
    drawnOn: step.shot?.figure ? 'page' : step.shot?.stageFigure ? 'stage' : null,
  };
  asking?.cancelAll('act');
  const { lens, decisionNotFound } = viewStore.getState();
  if (lens || decisionNotFound) void decisionLens().then(({ closeLens }) => closeLens());
  reach(number, { step: at + 1, steps: length });
  actsStore.setState(({ entry }) => ({
    opened: { number, act, at },
    entry: entry + 1,
    arrived: false,
    choice: null,
    answered: false,
    guess: [],
    from,
    share: null,
    beside: null,
    lit: null,
  }));
  const { shot = {} } = step;
  const view = {
    openStep,
    lit: shot.lit ?? null,
    panel: shot.panel ?? null,
    drawer: shot.panel !== undefined,
    lane: shot.select?.lane ?? shot.decision?.lane ?? step.word?.lane ?? ('a' as const),
    selection: shot.select ? { lane: shot.select.lane, cpu: shot.select.cpu } : null,
    inspecting: shot.select?.tab !== undefined,
    ...(shot.select?.tab ? { inspectorTab: shot.select.tab } : {}),
    thing: null,
    pointed: null,
    followed: shot.follow ?? null,
    dialog: null,
  };
  const opened = { act: number, step: at + 1, own: true };
  if (!link) {
    look({ ...view, startNs: null, linkProblem: null });
    show({ ...NO_EXTRAS, ...step });
    look({ act: opened });
    return;
  }
  const { changed, problem } = link;
  const { locked, ...linked } = link.view;
  const missing =
    number !== place.act
      ? rangeProblem('act', place.act, Math.max(...ACT_NUMBERS))
      : at + 1 !== place.step
        ? rangeProblem('step', place.step, length)
        : null;
  look({ ...linked, ...view, act: opened, linkProblem: problem ?? missing });
  show({ ...NO_EXTRAS, ...(changed ?? step), locked });
}

/** Replaces the present experiment, unless it is the same. */
function show({ preset, document, forks, notes, author, locked }: Experiment & Extras): void {
  const now = scenarioStore.getState();
  const isSame =
    now.preset === preset &&
    now.locked === locked &&
    sameDocument(now.document, document) &&
    sameDocument(now.forks, forks) &&
    sameDocument(now.notes, notes) &&
    sameDocument(now.author, author);
  if (!isSame) openScenario(preset, document, 'history', { forks, notes, author, locked });
}

/** The step after or before the present one; after the last of an act the next act begins. */
export function turn(by: 1 | -1): void {
  const { opened } = actsStore.getState();
  if (!opened) return;
  const { number, act, at } = opened;
  if (act.steps[at + by]) goTo(number, at + by + 1);
  else if (by > 0) {
    const after = ACT_NUMBERS.find((one) => one > number);
    if (after !== undefined) goTo(after, 1);
  } else {
    const last = ACT_NUMBERS.findLast((one) => one < number);
    if (last !== undefined) goTo(last, Number.MAX_SAFE_INTEGER);
  }
}

/** For a speaker: *next* runs the question up to its answer, or measures the curve, before it turns to the next step. */
export function turnOnStage(by: 1 | -1): void {
  const { opened, arrived, choice } = actsStore.getState();
  const expected = opened && stepOf(opened).step.expected;
  if (by > 0 && expected !== undefined && expected !== null && choice === null) {
    if (arrived) void answer(expected);
    return;
  }
  if (by > 0 && opened && stepOf(opened).step.sketch && choice === null) {
    if (arrived) void measure();
    return;
  }
  turn(by);
}

/** Restores the experiment of the step after the reader has changed it. */
export function restore(): void {
  const { opened } = actsStore.getState();
  if (opened) goTo(opened.number, opened.at + 1);
}

/** Leaves the act; its experiment stays open. */
export function leave(): void {
  asking?.cancelAll('act');
  actsStore.setState(({ entry }) => ({ opened: null, entry: entry + 1, beside: null }));
  look({ act: null, openStep: null, lit: null, drawer: null });
}

/** Seeks to the moment of the present step once its experiment is loaded, and shows the step's view. */
export async function arrive(entry: number, opened: Opened): Promise<void> {
  const { step } = stepOf(opened);
  const { shot = {} } = step;
  pause();
  setSpeed(SPEEDS.indexOf(shot.speed ?? speedOf(step.preset, step.document) ?? SPEEDS[DEFAULT_SPEED] ?? 0));
  await seek(startNs());
  if (!isStill(entry)) return;
  if (shot.decision) await openDecision(shot.decision);
  if (!isStill(entry)) return;
  actsStore.setState({ arrived: true });
  const { reducedMotion } = viewStore.getState();
  if (shot.play && !reducedMotion && actsStore.getState().from === 'key') play();
  if (!step.beside || step.answers || step.sketch) return;
  // The step's picture has priority over its extra runs.
  await whenIdle();
  if (isStill(entry)) void (await loadAsking())?.runBeside(entry, step.beside);
}

/** The most decisions that are compared with those of the other lane. */
const MOST_COMPARED = 30;

async function openDecision({ lane, find, differing }: NonNullable<NonNullable<Step['shot']>['decision']>) {
  const { isDisputed, openLens } = await decisionLens();
  const index = LANE_KEYS.indexOf(lane);
  const words = (await ask(index, 'decisions', true))?.words ?? new Uint32Array();
  void ask(index, 'decisions', false);
  const latestFirst = headsOf(words).filter(find).reverse();
  let [found] = latestFirst;
  for (const head of differing ? latestFirst.slice(0, MOST_COMPARED) : []) {
    if (!(await isDisputed(index, head))) continue;
    found = head;
    break;
  }
  if (found) await openLens(lane, found.words.slice());
}

/** A new sketch; the measured values stay. */
export const sketchAgain = (): void => actsStore.setState({ choice: null, answered: false, guess: [] });

/** The moment (ns) of the scroll position, until the lanes start to seek it. */
let wantedNs: number | null = null;
let going = false;

/** Moves to a fraction of the step's stretch, or of the decision it shows; of rapid requests only the last counts. */
export function goThrough(share: number): void {
  const { opened, arrived, share: before } = actsStore.getState();
  if (!opened || !arrived || before === share) return;
  actsStore.setState({ share });
  const { step } = stepOf(opened);
  if (step.shot?.decision) void decisionLens().then(({ goToShare }) => goToShare(share));
  if (step.fromNs === undefined) return;
  wantedNs = Math.round(step.fromNs + share * (step.atNs - step.fromNs));
  if (!going) void follow();
}

async function follow(): Promise<void> {
  going = true;
  pause();
  while (wantedNs !== null) {
    const ns = wantedNs;
    wantedNs = null;
    await seek(ns);
  }
  going = false;
}
