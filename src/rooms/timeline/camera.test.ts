import { describe, expect, it } from 'vitest';
import { brushed, type Camera, MIN_SPAN_NS, pan, rightEdge, zoom } from './camera';

describe('the camera', () => {
  const following: Camera = { spanNs: 100_000, endNs: null };
  const standing: Camera = { spanNs: 100_000, endNs: 400_000 };

  it('follows now', () => {
    expect(rightEdge(following, 500_000)).toBe(500_000);
    expect(rightEdge(following, 10)).toBe(100_000);
    expect(zoom(following, 0.5, 0.2, 500_000)).toEqual({ spanNs: 50_000, endNs: null });
  });

  it('keeps the moment under the pointer when it zooms', () => {
    const at = 0.25;
    const moment = (c: Camera) => rightEdge(c, 1e6) - c.spanNs * (1 - at);
    for (const factor of [0.1, 0.5, 2]) expect(moment(zoom(standing, factor, at, 1e6))).toBeCloseTo(moment(standing));
    expect(zoom(standing, 1e-9, at, 1e6).spanNs).toBe(MIN_SPAN_NS);
  });

  it('shows the brushed interval, in either direction', () => {
    expect(brushed(300_000, 500_000)).toEqual({ spanNs: 200_000, endNs: 500_000 });
    expect(brushed(500_000, 300_000)).toEqual({ spanNs: 200_000, endNs: 500_000 });
    expect(brushed(500, 510)).toEqual({ spanNs: MIN_SPAN_NS, endNs: 500 + MIN_SPAN_NS });
    expect(brushed(-5_000, 4_000)).toEqual({ spanNs: 4_000, endNs: 4_000 });
  });

  it('pans between the beginning and now', () => {
    expect(pan(standing, -1, 1e6).endNs).toBe(300_000);
    expect(pan(standing, -100, 1e6).endNs).toBe(100_000);
    expect(pan(standing, 100, 1e6).endNs).toBe(1_010_000);
  });
});
