/** Where the parts of a lane are: two clusters with their CPUs and lists, and the paths of a question and of the line. */
import type { Point, Rect } from '../../../../ui/geometry';

/** A cluster of a narrow lane shows two CPUs, one above the other; otherwise four. */
const TWO_COLUMNS = 560;
const TITLE = 20;
/** Between the title and the CPUs, where the line moves; in a narrow lane the name of the list stands beside the title. */
const CHANNEL = { roomy: 44, narrow: 22 } as const;
/** Least height of a row of the list. */
const ROW = 15;
const MOST_ROWS = 7;

/** A place in a lane: its cluster (0: the reader's, 1: the other one), and its place there. */
export interface Slot {
  readonly cluster: 0 | 1;
  readonly i: number;
}

export interface DirectoryPlaces {
  readonly clusters: readonly [Rect, Rect];
  /** The places of the CPUs of a cluster. */
  readonly cpus: readonly [readonly Rect[], readonly Rect[]];
  readonly lists: readonly [Rect, Rect];
  /** Rows of a list; the line is in the middle one. */
  readonly rows: number;
  /** The data of the L3, between the clusters. */
  readonly data: Rect;
  readonly columns: 1 | 2;
  /** The y at which the line moves between clusters. */
  readonly channel: number;
  /** The y of the row that has the line. */
  readonly middle: number;
}

export function directoryPlaces(width: number, height: number): DirectoryPlaces {
  const columns = width >= TWO_COLUMNS ? 2 : 1;
  const [edge, gap] = columns === 2 ? [12, 12] : [6, 6];
  const data = Math.min(48, Math.max(26, width * 0.06));
  const cluster = (width - 2 * edge - data - 2 * gap) / 2;
  const box = (x: number): Rect => ({ x, y: edge, w: cluster, h: height - 2 * edge });
  const clusters = [box(edge), box(width - edge - cluster)] as const;
  const list = Math.min(130, cluster * (columns === 2 ? 0.36 : 0.44));
  const up = edge + TITLE + (columns === 2 ? CHANNEL.roomy : CHANNEL.narrow);
  const down = height - edge - gap;
  const between = columns === 2 ? 26 : 12;
  const cpu = {
    w: (cluster - list - (columns + 2) * gap - (columns === 2 ? 12 : 8)) / columns,
    h: (down - up - between) / 2,
  };
  const slots = (cluster: 0 | 1): readonly Rect[] =>
    Array.from({ length: 2 * columns }, (_, i) => {
      const column = i % columns;
      // In the right cluster they stand at its right.
      const from = cluster === 0 ? clusters[0].x + gap : clusters[1].x + clusters[1].w - columns * (cpu.w + gap);
      return { x: from + column * (cpu.w + gap), y: up + Math.floor(i / columns) * (cpu.h + between), ...cpu };
    });
  const rows = Math.max(3, Math.min(MOST_ROWS, 2 * Math.floor((down - up) / ROW / 2) - 1));
  return {
    clusters,
    cpus: [slots(0), slots(1)],
    lists: [
      { x: clusters[0].x + cluster - gap - list, y: up, w: list, h: down - up },
      { x: clusters[1].x + gap, y: up, w: list, h: down - up },
    ],
    rows,
    data: { x: (width - data) / 2, y: edge, w: data, h: height - 2 * edge },
    columns,
    channel: edge + TITLE + (columns === 2 ? 13 : 11),
    middle: (up + down) / 2,
  };
}

const slotAt = ({ cpus }: DirectoryPlaces, { cluster, i }: Slot): Rect => {
  const slot = cpus[cluster][i] ?? cpus[cluster][0];
  if (!slot) throw new Error('a cluster without CPUs');
  return slot;
};

/** From a CPU to the row of its cluster's list. */
export function question(places: DirectoryPlaces, asker: Slot): readonly Point[] {
  const { lists, middle, columns } = places;
  const { x, y, w, h } = slotAt(places, asker);
  const list = lists[asker.cluster];
  const end = { x: asker.cluster === 0 ? list.x : list.x + list.w, y: middle };
  if (columns === 2) {
    const from = { x: x + w * 0.35, y: y + (asker.i < 2 ? h : 0) };
    return [from, { x: from.x, y: middle }, end];
  }
  const from = { x: asker.cluster === 0 ? x + w : x, y: y + h / 2 };
  const turn = (from.x + end.x) / 2;
  return [from, { x: turn, y: from.y }, { x: turn, y: middle }, end];
}

/** From the list of a cluster to that of the other one. */
export function onward({ lists, middle }: DirectoryPlaces, from: 0 | 1): readonly Point[] {
  const [left, right] = [
    { x: lists[0].x + lists[0].w, y: middle },
    { x: lists[1].x, y: middle },
  ] as const;
  return from === 0 ? [left, right] : [right, left];
}

/** The path of the line from the CPU that has it to the one that asks for it. */
export function delivery(places: DirectoryPlaces, holder: Slot, asker: Slot): readonly Point[] {
  const [from, to] = [slotAt(places, holder), slotAt(places, asker)];
  const isBelow = from.y > to.y;
  // One above the other, nothing is between them.
  if (holder.cluster === asker.cluster && from.x === to.x)
    return [
      { x: from.x + from.w * 0.75, y: isBelow ? from.y : from.y + from.h },
      { x: to.x + to.w * 0.75, y: isBelow ? to.y + to.h : to.y },
    ];
  const middle = ({ x, w }: Rect) => x + w / 2;
  return [
    { x: middle(from), y: from.y },
    { x: middle(from), y: places.channel },
    { x: middle(to), y: places.channel },
    { x: middle(to), y: to.y },
  ];
}

/** The point at a fraction of a path. */
export function along(path: readonly Point[], share: number): Point {
  const lengths = path.slice(1).map(({ x, y }, i) => Math.hypot(x - (path[i]?.x ?? x), y - (path[i]?.y ?? y)));
  let left = share * lengths.reduce((sum, one) => sum + one, 0);
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [path[i], path[i + 1]];
    if (!from || !to) break;
    if (left <= length || i === lengths.length - 1) {
      const part = length === 0 ? 1 : Math.min(1, left / length);
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return path[0] ?? { x: 0, y: 0 };
}

export const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
