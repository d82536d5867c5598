/** Which charts there are, and which of them have room. Pure. */
import type { ChartId } from '../../scenario/charts';
import type { Lit } from '../../state/view';
import type { Experiment } from './chart';
import { CHARTS } from './registry';

/** Where the charts are. */
export type Room =
  /** One under the other: the page sees to the height. */
  | { readonly place: 'column' }
  /** Beside each other; widths in px, `em` is the type size. */
  | { readonly place: 'row'; readonly width: number; readonly gap: number; readonly em: number };

/** The chart that a step points at has the room of two (em). */
const POINTED_LEAST = 40;
const POINTED_SHARE = 2.4;

const IDS = Object.keys(CHARTS) as ChartId[];

/** The charts of an experiment, as they stand. */
export const chartsWith = (experiment: Experiment): ChartId[] => IDS.filter((id) => CHARTS[id].has(experiment));

/** The chart that a step of an act points at. */
export function pointedAt(lit: Lit | null, experiment: Experiment): ChartId | null {
  const [first = null] = chartsWith(experiment);
  if (lit === 'panel') return experiment.panel ?? first;
  return lit === 'charts' ? first : null;
}

/** Those that have room, as they stand: the lower the rank the sooner, the one pointed at before all. */
export function fitting(ids: readonly ChartId[], room: Room, pointed: ChartId | null): readonly ChartId[] {
  if (room.place === 'column') return ids;
  const rankOf = (id: ChartId): number => (id === pointed ? -1 : CHARTS[id].rank);
  const ranked = [...ids].sort((a, b) => rankOf(a) - rankOf(b));
  let left = room.width + room.gap;
  const chosen = new Set<ChartId>();
  for (const id of ranked) {
    const width = (id === pointed ? POINTED_LEAST : CHARTS[id].least) * room.em + room.gap;
    // However little room there is, one is shown.
    if (width > left && chosen.size > 0) continue;
    chosen.add(id);
    left -= width;
  }
  return ids.filter((id) => chosen.has(id));
}

/** The part of a row's width that a chart takes beside its neighbours. */
export const shareOf = (id: ChartId, pointed: ChartId | null): number =>
  id === pointed ? POINTED_SHARE : CHARTS[id].share;
