import { describe, expect, it } from 'vitest';
import { CAUSES, DISTANCES } from '../scenario/generated/vocab';
import { causeOf, DASH, GLYPH, MOVE_KINDS, moveKind } from './moves';

describe('kinds of moves', () => {
  it('cover every cause, and distinguish wake-ups by distance', () => {
    for (const [cause, key] of CAUSES.entries()) {
      for (const distance of DISTANCES.keys()) {
        expect(causeOf(MOVE_KINDS[moveKind(cause, distance)] ?? 'fork')).toBe(key);
      }
    }
    const wake = CAUSES.indexOf('wake');
    const kinds = ['smt', 'cluster', 'llc', 'node', 'socket'].map(
      (d) => MOVE_KINDS[moveKind(wake, DISTANCES.indexOf(d as (typeof DISTANCES)[number]))],
    );
    expect(kinds).toEqual(['wakeCluster', 'wakeCluster', 'wakeLlc', 'wakeNode', 'wakeNode']);
  });

  it('are distinguishable without colour: no two share a glyph, and balancing causes share no dash', () => {
    expect(new Set(Object.values(GLYPH)).size).toBe(MOVE_KINDS.length);
    const dashes = MOVE_KINDS.filter((k) => k !== 'exec').map((k) => DASH[k].join());
    expect(new Set(dashes).size).toBe(dashes.length);
  });
});
