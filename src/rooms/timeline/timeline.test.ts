import { describe, expect, it } from 'vitest';
import { frameWords, logWords, MACHINE_IDS, machine, pairTasks } from '../../../tests/drawing/fake';
import { namedPalette } from '../../../tests/drawing/palette';
import { record } from '../../../tests/drawing/record';
import { FrameView } from '../../engine/wire/frame';
import { HUES } from '../../signs/palette';
import { brushed, type Camera, MIN_SPAN_NS, pan, rightEdge, zoom } from './camera';
import { pack, paintTimeline, taskColors, tickLabel } from './paint';
import { rowAt, rowsOf } from './rows';
import { Segments } from './segments';

describe('rows', () => {
  it.each(MACHINE_IDS)('%s: one a CPU, inside, in order, apart', (id) => {
    const m = machine(id);
    const { rows } = rowsOf([m, m], 220, 11);
    expect(rows).toHaveLength(m.cpus * 2);
    rows.forEach((row, i) => {
      const next = rows[i + 1];
      expect(row.h).toBeGreaterThan(0);
      expect(row.y + row.h).toBeLessThanOrEqual((next?.y ?? 220) + 0.001);
    });
  });

  it('name the units by their CPUs, as far as there is room', () => {
    const m = machine('kunpeng920-24');
    expect(rowsOf([m], 220, 11).labels.map((l) => l.cpus[0])).toEqual([0, 4, 8, 12, 16, 20]);
    const dense = rowsOf([machine('kunpeng920-128')], 150, 11).labels;
    expect(dense.length).toBeLessThan(16);
    dense.slice(1).forEach((label, i) => {
      expect(label.y - (dense[i]?.y ?? 0)).toBeGreaterThanOrEqual(11);
    });
  });

  it('are found by where they are', () => {
    const rows = rowsOf([machine('kunpeng920-24'), machine('kunpeng920-24')], 300, 11);
    for (const row of rows.rows) expect(rowAt(rows, row.y + row.h / 2)).toBe(row);
    expect(rowAt(rows, 500)).toBeNull();
  });
});

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

  it('shows what was brushed, whichever way', () => {
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

describe('the picture', () => {
  it('has a row a CPU, the marks of flips, the ticks and the edge of now', () => {
    const m = machine('classroom-8');
    const segments = new Segments(8);
    const log = logWords([{ kind: 'switch', ns: 100, cpu: 2, task: 0 }]);
    segments.accept(log, new FrameView(frameWords(m, { ns: 1000, running: [] })), 10_000);
    const rows = rowsOf([m], 160, 11);
    const pixels = new Uint32Array(100 * 161);
    const puts: number[] = [];
    const seen = record();
    const colors = Uint32Array.of(7, 8);
    const view = { width: 100, fromNs: 0, toNs: 2000, ratio: 1 };
    paintTimeline(
      seen.ctx,
      { pixels, width: 100, stripe: 2, put: () => puts.push(1) },
      rows,
      [{ segments, colors, nowNs: 1000, marks: [{ kind: 'flip', ns: 500 }] }],
      view,
      namedPalette,
    );
    expect(puts).toHaveLength(1);
    // CPU 2 runs task 0 from 100 to 1000 ns of 2000: 44 of 100 pixels, on every line of its row.
    const row = rows.rows[2] as (typeof rows.rows)[number];
    const lines = Array.from(
      { length: 161 },
      (_, y) => pixels.slice(y * 100, y * 100 + 100).filter((p) => p === 7).length,
    );
    const painted = lines.flatMap((n, y) => (n > 0 ? [y] : []));
    expect(new Set(lines)).toEqual(new Set([0, 44]));
    expect([painted[0], (painted.at(-1) ?? 0) + 1]).toEqual([Math.round(row.y), Math.round(row.y + row.h)]);
    const [flip, now] = seen.of('fillRect');
    expect([flip?.fill, Math.round(flip?.args[0] as number)]).toEqual(['alarm', 24]);
    expect([now?.fill, Math.round(now?.args[0] as number)]).toEqual(['ink', 49]);
    expect(seen.of('fillText').length).toBeGreaterThan(0);
  });

  it('colours tasks by group, repeated groups lighter', () => {
    const palette = { ...namedPalette, group: namedPalette.group.map((_, i) => `rgb(${i}, 20, 30)`) };
    const colors = taskColors(pairTasks(2 * HUES + 2), palette);
    expect(colors[0]).toBe(pack('rgb(0, 20, 30)'));
    expect(colors[1]).toBe(colors[0]);
    const again = colors[2 * HUES] as number;
    expect(again & 0xffffff).toBe((colors[0] as number) & 0xffffff);
    expect(again >>> 24).toBeLessThan(255);
  });

  it('shows the followed task in ink and the others faintly', () => {
    const palette = { ...namedPalette, ink: 'rgb(1, 2, 3)', group: namedPalette.group.map(() => 'rgb(9, 20, 30)') };
    const colors = taskColors(pairTasks(4), palette, 2);
    expect(colors[2]).toBe(pack('rgb(1, 2, 3)'));
    for (const other of [0, 1, 3]) expect((colors[other] as number) >>> 24).toBeLessThan(100);
  });

  it('writes as many decimals as its ticks need', () => {
    expect(tickLabel(30_000_000, 1_000_000)).toBe('30 ms');
    expect(tickLabel(30_812_000, 2_000)).toBe('30.812 ms');
    expect(tickLabel(200_000, 50_000)).toBe('0.20 ms');
  });
});
