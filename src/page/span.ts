/** The stretch of time that the timeline shows, for those who take it away. */
export interface Span {
  readonly fromNs: number;
  readonly toNs: number;
}

let shown: (() => Span) | null = null;

/** What the timeline shows now; null where none is on the page. */
export const shownSpan = (): Span | null => shown?.() ?? null;

/** The timeline reports its visible span until the returned function is called. */
export function showSpan(span: () => Span): () => void {
  shown = span;
  return () => {
    if (shown === span) shown = null;
  };
}
