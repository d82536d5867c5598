/** Changes while a run is under way: switches, the order of fields, the branches that such changes leave behind. */
import { sameDocument } from '../scenario/catalog';
import { rangeOf } from '../scenario/check';
import { featuresAt, flipped, kept, onPath, type Path, sameBranch, without } from '../scenario/forks';
import type { Features, Lane, Scenario } from '../scenario/generated/types';
import { type LayoutOrder, laidOut } from '../scenario/placed';
import { clockNs, fork, furthestNs, hasBeenTaken, headedNs, loadHere, reachedBy, runStore } from './run';
import { edit, scenarioStore, showBranches } from './scenario';

/** One change of switches at a time: each builds on the one before. */
let switching: Promise<void> = Promise.resolve();

/** Changes switches of a lane: before the run in the document, during it from now on. */
export function setFeatures(lane: number, change: Partial<Features>): Promise<void> {
  // Who asked for the one before hears that it failed.
  switching = switching.catch(() => {}).then(() => applyFeatures(lane, change));
  return switching;
}

/** Flips of a lane that is under way, were its switches to change now. */
const flipsWith = (old: Lane, reached: number, features: Features): number => flipped(old, reached, features).length;

const MOST_FLIPS = rangeOf('lanes[].flips').max;

/** Whether a lane under way has flips left for another change of its switches. */
export function hasFlipsLeft(lane: number, change: Partial<Features>): boolean {
  const old = scenarioStore.getState().document.lanes[lane];
  const reached = reachedBy(lane);
  if (!old || reached === 0 || runStore.getState().fault) return true;
  return flipsWith(old, reached, { ...featuresAt(old, reached), ...change }) <= MOST_FLIPS;
}

async function applyFeatures(lane: number, change: Partial<Features>): Promise<void> {
  const before = scenarioStore.getState().document;
  const old = before.lanes[lane];
  if (!old) return;
  const reached = reachedBy(lane);
  const features = { ...featuresAt(old, reached), ...change };
  const put = (next: Lane): Scenario => ({ ...before, lanes: before.lanes.map((one, i) => (i === lane ? next : one)) });
  if (reached === 0 || runStore.getState().fault) {
    const next = put(onPath(old, { features }));
    // What was there to be seen before stays a branch.
    if (furthestNs() > 0) showBranches(next, kept(scenarioStore.getState().forks, old, next.lanes));
    else edit(() => next);
    return;
  }
  const count = flipsWith(old, reached, features);
  if (count > MOST_FLIPS) {
    const fault = { kind: 'count', min: 0, max: MOST_FLIPS, unit: '' } as const;
    runStore.setState({ refusal: [{ field: 'lanes[].flips', value: String(count), fault, message: '' }] });
    return;
  }
  let at = reached;
  const flips = await fork(lane, (ns) => {
    at = ns;
    return flipped(old, ns, features);
  });
  // The fork may have failed, or another scenario been opened, while the engine was at it.
  if (flips === null || scenarioStore.getState().document !== before) return;
  const next = put(onPath(old, { features: old.features, flips: [...flips] }));
  hasBeenTaken(next);
  const { forks } = scenarioStore.getState();
  // A flip at the very moment of the one before leaves nothing behind that anyone has seen.
  const seen = (old.flips ?? []).some(({ at_ns }) => at_ns > at || (at_ns === at && furthestNs() > clockNs()));
  showBranches(next, seen ? kept(forks, old, next.lanes) : forks);
}

/**
 * Declares `task_group` in another order in a lane, with the switches as they stand, and runs the lanes up to the
 * present moment under it: counts of lines under two orders could not be added up.
 */
export async function setLayout(lane: number, order: LayoutOrder): Promise<void> {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old) return;
  const laid = laidOut(onPath(old, { features: featuresAt(old, headedNs()) }), order);
  const next = { ...document, lanes: document.lanes.map((one, i) => (i === lane ? laid : one)) };
  if (sameDocument(next, document)) return;
  hasBeenTaken(next);
  showBranches(next, old.flips ? kept(forks, old, next.lanes) : forks);
  await loadHere(next);
}

/** Shows a branch in a lane, at the same moment. What the lane showed before stays among the forks. */
export function showBranch(lane: number, path: Path): void {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old || sameBranch(old, path)) return;
  const lanes = document.lanes.map((one, i) => (i === lane ? onPath(old, path) : one));
  showBranches({ ...document, lanes }, kept(forks, old, lanes));
}

/** Forgets a branch and those that leave it; one that a lane shows stays. */
export function deleteBranch(path: Path): void {
  const { document, forks } = scenarioStore.getState();
  showBranches(document, without(forks, path));
}
