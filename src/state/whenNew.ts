import { onFrame } from '../engine/loop';
import { runStore } from './run';

/** The versions of the feeds, or of one; null while nothing is drawn. */
function latest(lane?: number): { readonly of: unknown; readonly version: number } | null {
  const { feeds } = runStore.getState();
  if (lane === undefined) {
    return feeds.length > 0 ? { of: feeds, version: feeds.reduce((sum, feed) => sum + feed.version, 0) } : null;
  }
  const feed = feeds[lane];
  return feed?.frame ? { of: feed, version: feed.version } : null;
}

/**
 * Queries the engines whenever the lanes (or only `lane`) have a new frame: at once when the run stands, `everyMs` of real
 * time apart while it plays, one query at a time. An `ask` that resolves to `false` is repeated. Returns a function that ends it.
 */
export function whenNew(everyMs: number, ask: () => Promise<unknown>, lane?: number): () => void {
  let asking = false;
  let seen: unknown = null;
  let version = -1;
  let last = Number.NEGATIVE_INFINITY;
  return onFrame((nowMs) => {
    const now = latest(lane);
    if (!now || asking || (seen === now.of && version === now.version)) return;
    if (runStore.getState().playing && nowMs - last < everyMs) return;
    seen = now.of;
    version = now.version;
    last = nowMs;
    asking = true;
    void ask().then((answer) => {
      asking = false;
      if (answer === false) seen = null;
    });
  });
}
