import { type RefObject, useEffect, useRef, useState } from 'react';
import { isBusy, isUnknown } from './bars';
import type { Hit, TimelineScene } from './scene';
import type { Stretch } from './stretch';

/** The pointer may take this long from a bar to its card (ms). */
const GRACE_MS = 300;

/** A folded group at a moment, and the height of its row. */
export interface Folded {
  readonly cpus: readonly number[];
  readonly busy: number;
  readonly unknown: number;
  readonly lane: number;
  readonly ns: number;
  readonly y: number;
}

/** A stretch, or a folded group. */
export interface Looked {
  readonly stretch: Stretch | null;
  readonly folded: Folded | null;
  /** It stays when the pointer leaves. */
  readonly pinned: boolean;
}

const isSame = (a: Stretch | null, b: Stretch | null): boolean =>
  a?.lane === b?.lane && a?.cpu === b?.cpu && a?.from === b?.from;

function lookedAt(scene: TimelineScene, hit: Hit, lane: number, pinned: boolean): Looked | null {
  if (hit.on === 'axis') return null;
  if (hit.on === 'cpu') return { stretch: hit.stretch, folded: null, pinned };
  const { cpus, y } = hit.row;
  const segments = scene.segments(lane);
  const busy = cpus.filter((cpu) => segments && isBusy(segments, cpu, hit.ns)).length;
  const unknown = cpus.filter((cpu) => !segments || isUnknown(segments, cpu, hit.ns)).length;
  return { stretch: null, folded: { cpus, busy, unknown, lane, ns: hit.ns, y }, pinned };
}

/** The inspected item: the one under the pointer, or the last one clicked or reached by keys. */
export function useLooked(scene: TimelineScene, host: RefObject<HTMLElement | null>) {
  const [looked, setLooked] = useState<Looked | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const pinned = looked?.pinned === true;
  useEffect(() => {
    if (!pinned) return;
    const dismiss = ({ target }: Event) => {
      if (target instanceof Node && !host.current?.contains(target)) setLooked(null);
    };
    document.addEventListener('pointerdown', dismiss);
    return () => document.removeEventListener('pointerdown', dismiss);
  }, [pinned, host]);

  const hold = () => clearTimeout(leaving.current);
  const leave = () => {
    hold();
    leaving.current = setTimeout(() => setLooked((now) => (now?.pinned ? now : null)), GRACE_MS);
  };
  const look = (next: Looked | null) => {
    hold();
    setLooked(next);
  };
  return {
    looked,
    hold,
    leave,
    pick: (stretch: Stretch | null) => look(stretch && { stretch, folded: null, pinned: true }),
    point: (hit: Hit | null, lane: number) => {
      if (pinned) return;
      const next = hit && lookedAt(scene, hit, lane, false);
      if (!next) leave();
      else if (next.folded || !isSame(next.stretch, looked?.stretch ?? null)) look(next);
      else hold();
    },
    /** Keeps or releases the clicked item; a folded group is opened. */
    click: (hit: Hit, lane: number) => {
      if (hit.on === 'group') {
        look(null);
        scene.openAt(hit.row.cpus[0] ?? 0);
      } else if (hit.on === 'cpu') {
        const again = pinned && isSame(looked?.stretch ?? null, hit.stretch);
        look(again ? null : lookedAt(scene, hit, lane, true));
      }
    },
  };
}
