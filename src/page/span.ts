/** The visible time range of the timeline, for exports. */
export interface Span {
  readonly fromNs: number;
  readonly toNs: number;
}

let shown: (() => Span) | null = null;

/** The visible range; null if the page has no timeline. */
export const shownSpan = (): Span | null => shown?.() ?? null;

/** Registers the timeline's visible range; returns a function that unregisters it. */
export function showSpan(span: () => Span): () => void {
  shown = span;
  return () => {
    if (shown === span) shown = null;
  };
}
