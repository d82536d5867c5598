/** The first screen, an act and an experiment take each other's place: the focus of whoever was in the other is not lost. */
import { type ViewState, viewStore } from '../state/view';

/** So long the new one may take to be there (ms). */
const PATIENCE_MS = 10_000;

/** Where one begins; null: it sees to that itself. */
function beginOf({ show, act, cue }: ViewState): string | null {
  if (show === 'gallery') return '.front-headline';
  if (show !== null || cue !== null) return null;
  return act === null ? '#lanes' : '.acts-step[data-current="true"] h2';
}

/** Which search for a beginning is the newest. */
let newest = 0;

function find(begin: string): void {
  newest += 1;
  const own = newest;
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    // Whoever has gone on meanwhile is not fetched back.
    if (own !== newest || document.activeElement !== document.body || performance.now() > until) return;
    const target = document.querySelector<HTMLElement>(begin);
    if (!target) {
      requestAnimationFrame(look);
      return;
    }
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  // Two frames: what had the focus is gone, and what gives it back itself has done so.
  requestAnimationFrame(() => requestAnimationFrame(look));
}

export function followFocus(): void {
  viewStore.subscribe((view, before) => {
    const begin = beginOf(view);
    if (begin === null) newest += 1;
    else if (begin !== beginOf(before)) find(begin);
  });
}
