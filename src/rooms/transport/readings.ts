import { onFrame } from '../../engine/loop';

/** Wall time between two readings (ms): more of them could not be read, and each lays out the bar. */
const EVERY_MS = 100;

/** Calls `read` ten times a second until the returned function is called. */
export function onReading(read: () => void): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return onFrame((nowMs) => {
    if (nowMs - lastMs < EVERY_MS) return;
    lastMs = nowMs;
    read();
  });
}
