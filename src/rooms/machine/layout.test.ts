import { describe, expect, it } from 'vitest';
import { MACHINE_IDS, machine } from '../../../tests/drawing/fake';
import type { Point, Rect } from '../../ui/geometry';
import { planCell } from './cell';
import { LEAST_CELL, layout } from './layout';

const SIZES = [
  [520, 380],
  [300, 420],
  [900, 600],
  [700, 240],
  [672, 486],
] as const;
const TEXTS = [12, 15];
const named = <C extends { id: string; w: number; h: number; text: number }>(c: C) => ({
  ...c,
  name: `${c.id} in ${c.w}x${c.h}, text ${c.text}`,
});
const CASES = MACHINE_IDS.flatMap((id) => [
  ...SIZES.flatMap(([w, h]) => TEXTS.map((text) => named({ id, w, h, text }))),
  // A lane of a phone, one below an open drawer, and one of a stage.
  named({ id, w: 173, h: 247, text: 12 }),
  named({ id, w: 476, h: 150, text: 12 }),
  named({ id, w: 888, h: 692, text: 24 }),
]);

const inside = (inner: Rect, outer: Rect, slack = 0.01): boolean =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  inner.x + inner.w <= outer.x + outer.w + slack &&
  inner.y + inner.h <= outer.y + outer.h + slack;
const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.w - 0.01 && b.x < a.x + a.w - 0.01 && a.y < b.y + b.h - 0.01 && b.y < a.y + a.h - 0.01;
const overlaps = (boxes: readonly Rect[]): [Rect, Rect][] =>
  boxes.flatMap((a, i) => boxes.slice(i + 1).flatMap((b) => (overlap(a, b) ? [[a, b] as [Rect, Rect]] : [])));
/** A horizontal or vertical stretch as a box without thickness. */
const stretch = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y) + 0.01,
  w: Math.max(Math.abs(a.x - b.x), 0.04),
  h: Math.max(Math.abs(a.y - b.y) - 0.02, 0.04),
});

describe.each(CASES)('$name', ({ id, w, h, text }) => {
  const description = machine(id);
  const drawing = layout(description, w, h, text);
  // Half of an outline is outside its box.
  const all: Rect = { x: 1, y: 1, w: drawing.width - 2, h: drawing.height - 2 };

  it('has every CPU once, in a cell of some size', () => {
    expect(drawing.cpus.map((c) => c.cpu)).toEqual(Array.from({ length: description.cpus }, (_, i) => i));
    expect(Math.min(drawing.cell.w, drawing.cell.h)).toBeGreaterThanOrEqual(LEAST_CELL);
  });

  it('is the drawing with a margin around it', () => {
    const { own, at } = drawing;
    const shifted = ({ x, y, w, h }: Rect) => ({ x: x + at.x, y: y + at.y, w, h });
    for (const part of ['cpus', 'nodes', 'sockets'] as const)
      expect(own[part].map(shifted)).toEqual(drawing[part].map(({ x, y, w, h }) => ({ x, y, w, h })));
    expect(
      inside(shifted({ x: 0, y: 0, w: own.width, h: own.height }), { x: 0, y: 0, w: drawing.width, h: drawing.height }),
    ).toBe(true);
    // Whole device pixels, where one is 4/5, 2/3 or 1/4 of a CSS pixel.
    expect([at.x % 4, at.y % 4]).toEqual([0, 0]);
    const cells = drawing.cpus.map((box) => box.x);
    expect(Math.min(...cells) - at.x).toBeGreaterThan(0);
  });

  it('keeps everything inside', () => {
    const boxes = [
      ...drawing.sockets,
      ...drawing.nodes,
      ...drawing.nodes.map((n) => n.bar),
      ...drawing.units,
      ...drawing.cpus,
      ...(drawing.hub ? [drawing.hub] : []),
    ];
    expect(boxes.filter((box) => !inside(box, all))).toEqual([]);
    for (const unit of drawing.units) {
      const node = drawing.nodes.find((n) => n.node === unit.node) as Rect;
      expect(inside(unit, node)).toBe(true);
      for (const cpu of unit.cpus) expect(inside(drawing.cpus[cpu] as Rect, unit)).toBe(true);
      if (unit.tag) expect(inside(unit.tag, unit)).toBe(true);
    }
  });

  it('overlaps nothing', () => {
    expect(overlaps(drawing.nodes)).toEqual([]);
    expect(overlaps(drawing.sockets)).toEqual([]);
    expect(
      overlaps([...drawing.units, ...drawing.nodes.map((n) => n.bar), ...drawing.nodes.map((n) => n.title)]),
    ).toEqual([]);
    expect(
      overlaps([
        ...drawing.cpus,
        ...drawing.units.flatMap((u) => [u.tag, u.label].filter((r): r is Rect => r !== null)),
      ]),
    ).toEqual([]);
  });

  it('draws wires that are straight and cross no cell', () => {
    const stretches = [
      ...drawing.units.map((u) => u.wire),
      ...drawing.links.flatMap((l) => l.points.slice(1).map((p, i) => [l.points[i] as Point, p] as const)),
    ];
    for (const [a, b] of stretches) {
      const slant = Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
      // Between many nodes wires lean a little.
      expect(slant).toBeLessThan(description.distances.length > 4 ? 11 : 0.01);
      expect(drawing.cpus.filter((c) => overlap(c, stretch(a, b)))).toEqual([]);
    }
  });

  it('leads no link through a title', () => {
    const names = drawing.nodes.flatMap((n) => n.barLabel ?? []);
    const titles = [...[...drawing.nodes, ...drawing.sockets].map((b) => b.title), ...names];
    expect(overlaps(titles.filter(({ w: room, h: high }) => room > 0 && high > 0))).toEqual([]);
    const wires = [...drawing.links.map((l) => l.points), ...drawing.nodes.flatMap((n) => (n.toHub ? [n.toHub] : []))];
    const stretches = wires.flatMap((points) => points.slice(1).map((p, i) => stretch(points[i] as Point, p)));
    expect(stretches.filter((s) => titles.some((title) => overlap(title, s)))).toEqual([]);
  });
});

describe('a machine that is too large for its room', () => {
  it.each([
    ['epyc-9654-384', 476, 150],
    ['epyc-9654-384', 358, 200],
    ['kunpeng920-7280z-320', 173, 247],
  ] as const)('%s in %i by %i is drawn larger, downwards before sideways', (id, w, h) => {
    const drawing = layout(machine(id), w, h);
    expect(drawing.height).toBeGreaterThan(h);
    // Beside it is a scroll bar.
    if (w > 300) expect(drawing.width).toBeLessThan(w);
  });

  it('is no larger than its container if there is enough room', () => {
    for (const id of MACHINE_IDS) {
      const { width, height } = layout(machine(id), 1200, 900);
      expect([width, height], id).toEqual([1200, 900]);
    }
  });
});

describe('the shape of the machine', () => {
  it('gives each Kunpeng cluster two by two cells and an L3 tag beside the L3 data', () => {
    const drawing = layout(machine('kunpeng920-24'), 520, 380);
    const bar = drawing.nodes[0]?.bar as Rect;
    for (const unit of drawing.units) {
      const cells = unit.cpus.map((cpu) => drawing.cpus[cpu] as Rect);
      expect(new Set(cells.map((c) => c.x)).size).toBe(2);
      expect(new Set(cells.map((c) => c.y)).size).toBe(2);
      const tag = unit.tag as Rect;
      // The tag is nearer to the bar than every cell.
      const gap = (r: Rect): number => Math.min(Math.abs(r.x - bar.x - bar.w), Math.abs(bar.x - r.x - r.w));
      for (const cell of cells) expect(gap(tag)).toBeLessThan(gap(cell));
    }
  });

  it.each(['kunpeng920-96', 'kunpeng920-128'] as const)('draws %s readable in the narrow lane of a projector', (id) => {
    const { cell } = layout(machine(id), 480, 310, 15);
    expect(Math.min(cell.w, cell.h)).toBeGreaterThanOrEqual(15);
    expect(cell.w * cell.h).toBeGreaterThanOrEqual(22 * 16);
    // A shape of 12 px.
    expect(planCell(cell, { text: 15, stage: false }, 3).r).toBe(6);
  });

  it.each([
    [672, 486, 100, 46],
    [476, 380, 58, 30],
    [173, 247, 18, 18],
  ])('gives the CPUs of a cluster machine room in a lane of %i by %i', (w, h, wide, high) => {
    const { cell } = layout(machine('kunpeng920-24'), w, h);
    expect(cell.w).toBeGreaterThanOrEqual(wide);
    expect(cell.h).toBeGreaterThanOrEqual(high);
  });

  it('is as wide as the head of its lane, also on a large screen', () => {
    const room = { kunpeng: layout(machine('kunpeng920-24'), 912, 660), azusa: layout(machine('azusa-8'), 912, 500) };
    for (const { own } of Object.values(room)) expect(own.width).toBeGreaterThan(904);
  });

  it('has clusters on both sides of the L3 data', () => {
    for (const [w, h] of [
      [672, 486],
      [520, 380],
      [656, 200],
    ] as const) {
      const { units } = layout(machine('classroom-8'), w, h);
      expect(units.map(({ toBar }) => toBar)).toEqual(['right', 'left']);
    }
  });

  it('puts hardware threads side by side', () => {
    const drawing = layout(machine('xeon-e5-2630v4-40'), 520, 380);
    for (const { cpus } of drawing.units) {
      const [a, b] = cpus.map((cpu) => drawing.cpus[cpu] as Rect);
      expect(a?.y).toBe(b?.y);
      expect((b?.x ?? 0) - (a?.x ?? 0) - (a?.w ?? 0)).toBeLessThanOrEqual(3);
    }
  });

  it('joins a full mesh by a hub and a ring by its links', () => {
    const mesh = layout(machine('azusa-8'), 520, 380);
    expect(mesh.hub).not.toBeNull();
    expect(mesh.links).toEqual([]);
    expect(mesh.nodes.every((n) => n.toHub && n.barKind === 'memory')).toBe(true);
    const ring = layout(machine('numaq-16'), 520, 380);
    expect(ring.hub).toBeNull();
    expect(ring.links).toHaveLength(4);
  });

  it('frames sockets only if they contain several nodes', () => {
    expect(layout(machine('kunpeng920-96'), 520, 380).sockets).toHaveLength(2);
    expect(layout(machine('xeon-e5-2630v4-40'), 520, 380).sockets).toHaveLength(0);
  });
});
