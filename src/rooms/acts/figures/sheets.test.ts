import { describe, expect, it } from 'vitest';
import type { CpuInspection } from '../../../scenario/generated/types';
import { grid, levelsOf, onSheet, SHEARED, SHEET, WHOLE } from './sheets';

const domain = (name: string, span: string, groups: number, min_interval_ms: number) => ({
  name,
  span,
  groups: Array.from({ length: groups }, () => ({})),
  min_interval_ms,
});

describe('the map of scheduling domains', () => {
  it('has the first domain of a CPU, its levels, and the groups of the top', () => {
    const cpu = { domains: [domain('CL', '0-3', 4, 4), domain('MC', '0-23', 6, 24)] } as unknown as CpuInspection;
    expect(levelsOf(cpu)).toEqual({ first: [0, 1, 2, 3], levels: 2, groups: 6, intervalMs: 4 });
    expect(levelsOf({ domains: [] } as unknown as CpuInspection)).toBeNull();
    expect(levelsOf(null)).toBeNull();
  });

  it('has a cell for each CPU, inside its sheet, and no two overlap', () => {
    const cells = grid(WHOLE, 6, 2, 13, 6).flatMap((box) => grid(box, 4, 2, 6, 4));
    expect(cells).toHaveLength(24);
    for (const [i, one] of cells.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + one.w).toBeLessThanOrEqual(SHEET.w);
      expect(one.y + one.h).toBeLessThanOrEqual(SHEET.h);
      for (const other of cells.slice(i + 1))
        expect(one.x + one.w <= other.x || one.y + one.h <= other.y || other.x + other.w <= one.x).toBe(true);
    }
  });

  it('is as wide and high as its sheared corners', () => {
    const corners = [
      [0, 0],
      [SHEET.w, 0],
      [0, SHEET.h],
      [SHEET.w, SHEET.h],
    ] as const;
    const drawn = corners.map((corner) => onSheet(10, 20, 0.5, corner));
    expect(Math.min(...drawn.map(([x]) => x))).toBe(10);
    expect(Math.max(...drawn.map(([x]) => x))).toBeCloseTo(10 + SHEARED.w / 2);
    expect(Math.max(...drawn.map(([, y]) => y))).toBeCloseTo(20 + SHEARED.h / 2);
  });
});
