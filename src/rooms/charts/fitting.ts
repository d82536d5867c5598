/** The charts of an experiment, and those that fit. Pure. */
import type { ChartId } from '../../scenario/charts';
import type { Lit } from '../../state/view';
import type { Experiment } from './chart';
import { CHARTS } from './registry';

/** The place of the charts. */
export type Room =
  /** One under the other: the page sees to the height. */
  | { readonly place: 'column' }
  /** Beside each other; widths in px, `em` is the type size. */
  | { readonly place: 'row'; readonly width: number; readonly gap: number; readonly em: number };

/** The chart that a step points at has the room of two. */
const POINTED_MIN_WIDTH_EM = 40;
const POINTED_FLEX_GROW = 2.4;

const IDS = Object.keys(CHARTS) as ChartId[];

/** The charts of an experiment, in their order. */
export const chartsWith = (experiment: Experiment): ChartId[] => IDS.filter((id) => CHARTS[id].has(experiment));

/** The chart that a step of an act points at. */
export function pointedAt(lit: Lit | null, experiment: Experiment): ChartId | null {
  const [first = null] = chartsWith(experiment);
  if (lit === 'panel') return experiment.panel ?? first;
  return lit === 'charts' ? first : null;
}

/** The charts that have room, in the order of the page: the chart that a step points at first, then by priority. */
export function fitting(ids: readonly ChartId[], room: Room, pointed: ChartId | null): readonly ChartId[] {
  if (room.place === 'column') return ids;
  const priorityOf = (id: ChartId): number => (id === pointed ? -1 : CHARTS[id].priority);
  const ordered = [...ids].sort((a, b) => priorityOf(a) - priorityOf(b));
  let left = room.width + room.gap;
  const chosen = new Set<ChartId>();
  for (const id of ordered) {
    const width = (id === pointed ? POINTED_MIN_WIDTH_EM : CHARTS[id].minWidthEm) * room.em + room.gap;
    // At least one is shown.
    if (width > left && chosen.size > 0) continue;
    chosen.add(id);
    left -= width;
  }
  return ids.filter((id) => chosen.has(id));
}

/** `flex-grow` of a chart in a row. */
export const flexGrowOf = (id: ChartId, pointed: ChartId | null): number =>
  id === pointed ? POINTED_FLEX_GROW : CHARTS[id].flexGrow;
