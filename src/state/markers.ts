/** The marks on all time axes. */
import type { Difference } from '../engine/lanes/difference';
import { type Path, treeOf } from '../scenario/forks';
import type { Note } from '../scenario/notes';

const MARKER_KINDS = ['flip', 'fork', 'difference', 'note'] as const;
export type MarkerKind = (typeof MARKER_KINDS)[number];

export interface Marker {
  readonly kind: MarkerKind;
  /** Its moment (ns). */
  readonly ns: number;
  /** The lane it is in; null: both. */
  readonly lane: number | null;
  /** The text of a note. */
  readonly text?: string;
}

/** The flips of the lanes, the forks that leave them for branches not shown, the first difference, and notes. */
export function markersOf(
  lanes: readonly Path[],
  forks: readonly Path[],
  difference: Difference | null,
  notes: readonly Note[],
): readonly Marker[] {
  const flips = lanes.flatMap(({ flips = [] }, lane) =>
    flips.map(({ at_ns }): Marker => ({ kind: 'flip', ns: at_ns, lane })),
  );
  const isFlip = (ns: number) => flips.some((flip) => flip.ns === ns);
  const left = treeOf(lanes, forks)
    .filter(({ parent, shown, fromNs }) => parent !== null && shown.length === 0 && !isFlip(fromNs))
    .map(({ fromNs }): Marker => ({ kind: 'fork', ns: fromNs, lane: null }));
  const first: Marker[] = difference ? [{ kind: 'difference', ns: difference.ns, lane: null }] : [];
  const noted = notes.flatMap(({ pin, text }): Marker[] =>
    pin.kind === 'moment' ? [{ kind: 'note', ns: pin.ns, lane: null, text }] : [],
  );
  return [...flips, ...left, ...first, ...noted].sort((a, b) => a.ns - b.ns);
}
