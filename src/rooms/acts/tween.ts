import { onFrame } from '../../engine/loop';

/** Calls back with the progress (0 to 1) in each animation frame of a time (ms). Returns a function that ends it. */
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
