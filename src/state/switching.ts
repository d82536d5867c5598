/** Changes while a run is under way: switches, the order of fields, the branches that such changes leave behind. */
import { sameDocument } from '../scenario/catalog';
import { rangeOf } from '../scenario/check';
import { featuresAt, flipped, kept, onPath, type Path, sameBranch, without } from '../scenario/forks';
import type { Features, Flip, Lane, Scenario } from '../scenario/generated/types';
import { type LayoutOrder, laidOut } from '../scenario/placed';
import { changeNs, clockNs, furthestNs, headedNs, runStore } from './run';
import { edit, scenarioStore, showBranches } from './scenario';

const MOST_FLIPS = rangeOf('lanes[].flips').max;

const replaced = ({ lanes, ...document }: Scenario, lane: number, next: Lane): Scenario => ({
  ...document,
  lanes: lanes.map((one, i) => (i === lane ? next : one)),
});

/** The flips of a lane, were its switches to change where it stands; none at the beginning, where no flip is needed. */
function flipsWith(lane: number, old: Lane, change: Partial<Features>): readonly Flip[] {
  const ns = changeNs(lane);
  return ns === 0 ? [] : flipped(old, ns, { ...featuresAt(old, ns), ...change });
}

/** Whether a lane has flips left for another change of its switches. */
export function hasFlipsLeft(lane: number, change: Partial<Features>): boolean {
  const old = scenarioStore.getState().document.lanes[lane];
  return !old || flipsWith(lane, old, change).length <= MOST_FLIPS;
}

/** Changes switches of a lane: at the beginning in the document, later by a flip where the lane stands. */
export function setFeatures(lane: number, change: Partial<Features>): void {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old) return;
  const ns = changeNs(lane);
  if (ns === 0) {
    const next = replaced(document, lane, onPath(old, { features: { ...old.features, ...change } }));
    // What was there to be seen before stays a branch.
    if (furthestNs() > 0) showBranches(next, kept(forks, old, next.lanes));
    else edit(() => next);
    return;
  }
  const flips = flipsWith(lane, old, change);
  if (flips.length > MOST_FLIPS) {
    const fault = { kind: 'count', min: 0, max: MOST_FLIPS, unit: '' } as const;
    runStore.setState({
      refusal: [{ field: 'lanes[].flips', value: String(flips.length), fault, message: '' }],
    });
    return;
  }
  const next = replaced(document, lane, onPath(old, { features: old.features, flips: [...flips] }));
  // A flip at the very moment of the one before leaves nothing behind that anyone has seen.
  const seen = (old.flips ?? []).some(({ at_ns }) => at_ns > ns || (at_ns === ns && furthestNs() > clockNs()));
  showBranches(next, seen ? kept(forks, old, next.lanes) : forks);
}

/** Declares `task_group` in another order in a lane, with the switches as they stand. */
export function setLayout(lane: number, order: LayoutOrder): void {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old) return;
  const next = replaced(document, lane, laidOut(onPath(old, { features: featuresAt(old, headedNs()) }), order));
  if (!sameDocument(next, document)) showBranches(next, old.flips ? kept(forks, old, next.lanes) : forks);
}

/** Shows a branch in a lane, at the same moment. What the lane showed before stays among the forks. */
export function showBranch(lane: number, path: Path): void {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old || sameBranch(old, path)) return;
  const next = replaced(document, lane, onPath(old, path));
  showBranches(next, kept(forks, old, next.lanes));
}

/** Forgets a branch and those that leave it; one that a lane shows stays. */
export function deleteBranch(path: Path): void {
  const { document, forks } = scenarioStore.getState();
  showBranches(document, without(forks, path));
}
