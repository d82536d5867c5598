import { onFrame } from '../../engine/loop';

/** Calls with the share that is done (0 to 1) in each animation frame of a time (ms). Returns what ends it. */
export function tweened(ms: number, step: (done: number) => void): () => void {
  let begun: number | null = null;
  const stop = onFrame((nowMs) => {
    begun ??= nowMs;
    const done = Math.min(1, (nowMs - begun) / ms);
    step(done);
    if (done === 1) stop();
  });
  return stop;
}
