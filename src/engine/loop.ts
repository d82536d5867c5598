/**
 * The page's only loop of animation frames. The conductor, the drawings and the charts use it, so that they draw in one pass
 * and stop together when the page is hidden.
 */
type Draw = (nowMs: number) => void;

const draws = new Set<Draw>();
let handle = 0;

function turn(nowMs: number): void {
  handle = requestAnimationFrame(turn);
  for (const draw of draws) draw(nowMs);
}

/** Calls `draw` every animation frame until the returned function is called. */
export function onFrame(draw: Draw): () => void {
  draws.add(draw);
  if (handle === 0) handle = requestAnimationFrame(turn);
  return () => {
    draws.delete(draw);
    if (draws.size === 0) {
      cancelAnimationFrame(handle);
      handle = 0;
    }
  };
}
