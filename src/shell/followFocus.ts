/** Moves the focus when the first screen, an act and an experiment replace each other, so that it is not lost. */
import { type ViewState, viewStore } from '../state/view';

/** How long to wait for the new screen (ms). */
const PATIENCE_MS = 10_000;

/** The selector of the element that gets the focus; null: the screen sets the focus itself. */
function beginOf({ show, act, cue }: ViewState): string | null {
  if (show === 'gallery') return '.front-headline';
  if (show !== null || cue !== null) return null;
  return act === null ? '#lanes' : '.acts-step[data-current="true"] h2';
}

/** The number of the newest search. */
let newest = 0;

function find(begin: string): void {
  newest += 1;
  const number = newest;
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    // If the person has moved the focus meanwhile, it stays there.
    if (number !== newest || document.activeElement !== document.body || performance.now() > until) return;
    const target = document.querySelector<HTMLElement>(begin);
    if (!target) {
      requestAnimationFrame(look);
      return;
    }
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  // After two frames the old element is removed, and a dialog has restored the focus.
  requestAnimationFrame(() => requestAnimationFrame(look));
}

export function followFocus(): void {
  viewStore.subscribe((view, before) => {
    const begin = beginOf(view);
    if (begin === null) newest += 1;
    else if (begin !== beginOf(before)) find(begin);
  });
}
