/** The visible time range: it follows the present, or stays at the person's choice. */
export interface Camera {
  readonly spanNs: number;
  /** Right edge (ns), or null to follow now. */
  readonly endNs: number | null;
}

export const MIN_SPAN_NS = 1_000;
const MAX_SPAN_NS = 1e9;

export const rightEdge = (camera: Camera, nowNs: number): number => camera.endNs ?? Math.max(nowNs, camera.spanNs);

/** `factor` > 1 shows more. `at` is the position of the pointer, 0 (left) to 1 (right): that moment stays there. */
export function zoom(camera: Camera, factor: number, at: number, nowNs: number): Camera {
  const spanNs = Math.min(Math.max(camera.spanNs * factor, MIN_SPAN_NS), MAX_SPAN_NS);
  if (camera.endNs === null) return { spanNs, endNs: null };
  const pointed = rightEdge(camera, nowNs) - camera.spanNs * (1 - at);
  return held({ spanNs, endNs: pointed + spanNs * (1 - at) }, nowNs);
}

/** Moves by a fraction of the width; to the right shows later times. */
export function pan(camera: Camera, by: number, nowNs: number): Camera {
  return held({ spanNs: camera.spanNs, endNs: rightEdge(camera, nowNs) + by * camera.spanNs }, nowNs);
}

/** Shows the interval between two moments. */
export function brushed(a: number, b: number): Camera {
  const [from, to] = [Math.max(0, Math.min(a, b)), Math.max(0, a, b)];
  return { spanNs: Math.min(Math.max(to - from, MIN_SPAN_NS), MAX_SPAN_NS), endNs: Math.max(to, from + MIN_SPAN_NS) };
}

/** Limits the view to the time from the beginning to slightly after the present. */
function held({ spanNs, endNs }: { spanNs: number; endNs: number }, nowNs: number): Camera {
  const last = Math.max(nowNs + spanNs * 0.1, spanNs);
  return { spanNs, endNs: Math.min(Math.max(endNs, spanNs), last) };
}
