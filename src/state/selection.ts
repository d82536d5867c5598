/** Clears the selection if another machine has no such CPU, or another workload no such task. */
import type { LaneFeed } from '../engine/lanes/lane';
import { LANE_KEYS, look, type Thing, type ViewState, viewStore } from './view';

type Has = Pick<LaneFeed, 'machine' | 'tasks'>;

/** The unit of a CPU number that is not used. */
const NO_UNIT = 0xffff;

const hasCpu = ({ machine }: Has, cpu: number): boolean => (machine.units[cpu] ?? NO_UNIT) !== NO_UNIT;
const hasTask = ({ tasks }: Has, task: number): boolean => task < tasks.length / 2;

function hasThing(lane: Has, thing: Thing): boolean {
  const { units, distances, links } = lane.machine;
  switch (thing.kind) {
    case 'task':
      return hasTask(lane, thing.task);
    case 'unit':
      return units.includes(thing.unit);
    case 'node':
      return thing.node < distances.length;
    case 'link':
      return links.some(({ a, b }) => a === thing.a && b === thing.b);
  }
}

/** Call this when the page shows other lanes. */
export function clearMissingSelection(lanes: readonly Has[]): void {
  const { selection, thing, followed } = viewStore.getState();
  const lane = selection && lanes[LANE_KEYS.indexOf(selection.lane)];
  const gone: { -readonly [K in keyof ViewState]?: ViewState[K] } = {};
  if (selection && !(lane && hasCpu(lane, selection.cpu)))
    Object.assign(gone, { selection: null, inspecting: false, thing: null });
  else if (lane && thing && !hasThing(lane, thing)) gone.thing = null;
  if (followed !== null && !lanes.some((one) => hasTask(one, followed))) gone.followed = null;
  if (Object.keys(gone).length > 0) look(gone);
}
