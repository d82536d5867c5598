/** Wires between nodes: from bar to bar, or from every bar to the hub. */
import type { MachineDescription } from '../../scenario/generated/types';
import { center, type Point, type Rect } from '../../ui/geometry';
import type { LinkWire, NodeBox } from './boxes';
import type { Density } from './density';
import type { Sizes } from './sizes';

type Edge = 'left' | 'right' | 'top' | 'bottom';

/** The path from the bar of `node` to the edge of its box on one side. */
function port(box: NodeBox, towards: Edge, d: Density, s: Sizes): Point[] {
  const { bar } = box;
  const middle = center(bar).x;
  const edgeOf = (r: Rect): number => ({ left: r.x, right: r.x + r.w, top: r.y, bottom: r.y + r.h })[towards];
  // Along the bar the path is free.
  if (towards === 'top' || towards === 'bottom') {
    return [
      { x: middle, y: edgeOf(bar) },
      { x: middle, y: edgeOf(box) },
    ];
  }
  // The gap between two lines of units is free; take the one nearest to the node's middle.
  if (s.lines > 1) {
    const y = bar.y - s.unitPad - s.label + Math.round(s.lines / 2) * s.pitch - d.gap / 2;
    return [
      { x: edgeOf(bar), y },
      { x: edgeOf(box), y },
    ];
  }
  // With one line only, the margin beyond the bar's end.
  const y = box.y + box.h - d.pad / 2;
  return [
    { x: middle, y: bar.y + bar.h },
    { x: middle, y },
    { x: edgeOf(box), y },
  ];
}

/** The sides on which two nodes face each other. */
function facing(a: Rect, b: Rect): readonly [Edge, Edge] {
  if (Math.abs(a.y - b.y) < 0.5) return a.x < b.x ? ['right', 'left'] : ['left', 'right'];
  return a.y < b.y ? ['bottom', 'top'] : ['top', 'bottom'];
}

export function linked(machine: MachineDescription, nodes: readonly NodeBox[], d: Density, s: Sizes): LinkWire[] {
  return machine.links.flatMap(({ a, b, kind }) => {
    const from = nodes.find((one) => one.node === a);
    const to = nodes.find((one) => one.node === b);
    if (!from || !to) return [];
    const [start, end] = facing(from, to);
    const room = start === 'top' || start === 'bottom' ? d.bar / 2 : Math.min(d.gap, d.pad) / 2;
    return [{ a, b, kind, points: [...port(from, start, d, s), ...port(to, end, d, s).reverse()], room }];
  });
}

/** The nodes, each with its wire to the hub. */
export const joined = (nodes: readonly NodeBox[], hub: Rect, d: Density, s: Sizes): NodeBox[] =>
  nodes.map((node) => {
    const isAbove = node.y < hub.y;
    const [inside] = port(node, isAbove ? 'bottom' : 'top', d, s) as [Point];
    return { ...node, toHub: [inside, { x: inside.x, y: isAbove ? hub.y : hub.y + hub.h }] };
  });

/** Between a title and the wire beside it (px). */
const TITLE_GAP = 4;

/** The part of a title's room before the first wire that crosses it. */
export function beside(title: Rect, wires: readonly (readonly Point[])[]): Rect {
  const crossings = wires.flatMap((points) =>
    points.slice(1).flatMap((b, i) => {
      const a = points[i] as Point;
      const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
      const through = Math.abs(a.x - b.x) < 0.01 && top < title.y + title.h && bottom > title.y && a.x > title.x;
      return through ? [a.x - title.x - TITLE_GAP] : [];
    }),
  );
  return { ...title, w: Math.max(0, Math.min(title.w, ...crossings)) };
}

/** Whether a wire goes through a box. */
export const crossed = (box: Rect, wires: readonly (readonly Point[])[]): boolean =>
  wires.some((points) =>
    points.slice(1).some((b, i) => {
      const a = points[i] as Point;
      return (
        Math.min(a.x, b.x) < box.x + box.w &&
        Math.max(a.x, b.x) > box.x &&
        Math.min(a.y, b.y) < box.y + box.h &&
        Math.max(a.y, b.y) > box.y
      );
    }),
  );
