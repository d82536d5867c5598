/** Changes of the document during a run: switches, the order of fields, branches. */
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

/** The flips of a lane after a change of its switches; empty at time 0, where no flip is needed. */
function flipsWith(lane: number, old: Lane, change: Partial<Features>): readonly Flip[] {
  const ns = changeNs(lane);
  return ns === 0 ? [] : flipped(old, ns, { ...featuresAt(old, ns), ...change });
}

/** Whether a lane may have another flip. */
export function hasFlipsLeft(lane: number, change: Partial<Features>): boolean {
  const old = scenarioStore.getState().document.lanes[lane];
  return !old || flipsWith(lane, old, change).length <= MOST_FLIPS;
}

/** Changes switches of a lane: at time 0 the switches themselves, later by a flip at the moment of the lane. */
export function setFeatures(lane: number, change: Partial<Features>): void {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old) return;
  const ns = changeNs(lane);
  if (ns === 0) {
    const next = replaced(document, lane, onPath(old, { features: { ...old.features, ...change } }));
    // The previous path becomes a branch if it was shown.
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
  // A flip that replaces another at the same moment leaves no visible path.
  const seen = (old.flips ?? []).some(({ at_ns }) => at_ns > ns || (at_ns === ns && furthestNs() > clockNs()));
  showBranches(next, seen ? kept(forks, old, next.lanes) : forks);
}

/** Declares `task_group` in another order in a lane, with the present switches. */
export function setLayout(lane: number, order: LayoutOrder): void {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old) return;
  const next = replaced(document, lane, laidOut(onPath(old, { features: featuresAt(old, headedNs()) }), order));
  if (!sameDocument(next, document)) showBranches(next, old.flips ? kept(forks, old, next.lanes) : forks);
}

/** Shows a branch in a lane, at the same moment. The previous path stays a branch. */
export function showBranch(lane: number, path: Path): void {
  const { document, forks } = scenarioStore.getState();
  const old = document.lanes[lane];
  if (!old || sameBranch(old, path)) return;
  const next = replaced(document, lane, onPath(old, path));
  showBranches(next, kept(forks, old, next.lanes));
}

/** Deletes a branch and those that begin from it; a branch that a lane shows stays. */
export function deleteBranch(path: Path): void {
  const { document, forks } = scenarioStore.getState();
  showBranches(document, without(forks, path));
}
