/** Positions in the scrolling text of an act. */

/** Duration of an automatic scroll through an interval (ms). */
export const FILM_MS = 7000;
/** Events of the reader that stop an automatic scroll. */
export const TAKES_OVER = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

export const sectionsOf = (scroller: HTMLElement): readonly HTMLElement[] =>
  Array.from(scroller.querySelectorAll<HTMLElement>(':scope > [data-place]'));

/** The beginning of a step's interval in its scroll area, and its length (px). */
export function wayOf(scroller: HTMLElement, at: number): { readonly top: number; readonly length: number } | null {
  const section = sectionsOf(scroller)[at];
  const way = section?.querySelector<HTMLElement>(':scope > .acts-way');
  return section ? { top: section.offsetTop, length: way?.offsetHeight ?? 0 } : null;
}

/** Scrolls to a fraction of a step's interval. */
export function scrollThrough(scroller: HTMLElement, at: number, share: number): void {
  const way = wayOf(scroller, at);
  if (way) scroller.scrollTop = way.top + way.length * share;
}
