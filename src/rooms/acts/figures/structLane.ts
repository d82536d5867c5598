/** Where the parts of a lane are: two clusters, three CPUs, and the way of the line beside them. */
import type { Rect } from '../../../ui/geometry';
import type { Transfer } from './transfer';

/** A lane that is narrower has smaller edges, and its lines always below the words. */
export const NARROW = 280;
const TITLE = 24;
/** A wide CPU that is lower has its line beside its words. */
const LOW = 54;
export const isLow = ({ w, h }: Rect): boolean => h < LOW && w > 200;

export interface LanePlaces {
  /** The two clusters, and the three CPUs: two in the first, one in the second. */
  readonly clusters: readonly [Rect, Rect];
  readonly cpus: readonly [Rect, Rect, Rect];
  /** The x of the way. */
  readonly way: number;
  /** Middles of the gaps: inside the first cluster, and between the two. */
  readonly gaps: readonly [number, number];
}

export function lanePlaces(width: number, height: number): LanePlaces {
  const [edge, side] = width < NARROW ? [6, 28] : [12, 44];
  const gap = Math.min(52, Math.max(24, height * 0.09));
  const cpu = (height - 4 * edge - 2 * TITLE - 2 * gap) / 3;
  const inner = { x: edge, w: width - 2 * edge };
  const first = { ...inner, y: edge, h: TITLE + 2 * cpu + gap + edge };
  const second = { ...inner, y: edge + first.h + gap, h: TITLE + cpu + edge };
  const slot = (y: number) => ({ x: 2 * edge, y, w: width - 4 * edge - side, h: cpu });
  const cpus = [slot(edge + TITLE), slot(edge + TITLE + cpu + gap), slot(second.y + TITLE)] as const;
  return {
    clusters: [first, second],
    cpus,
    way: width - 2 * edge - side / 2,
    gaps: [cpus[1].y - gap / 2, second.y - gap / 2],
  };
}

/** Of a line below words, which need the rest of the height. */
const lineHeight = (h: number): number => Math.min(28, h * 0.4, Math.max(6, h - 22));

/** The middle of the words of a CPU. */
export const wordsIn = (cpu: Rect): number =>
  cpu.y + (isLow(cpu) ? cpu.h / 2 : cpu.h < LOW ? 10 : Math.max(14, cpu.h * 0.26));

/** The line in a CPU's cache, below its words or beside them. */
export const lineIn = (cpu: Rect): Rect => {
  const { x, y, w, h } = cpu;
  return isLow(cpu)
    ? { x: x + w * 0.45, y: y + (h - 18) / 2, w: w * 0.55 - 26, h: 18 }
    : { x: x + 8, y: y + h - (h < LOW ? 4 : 7) - lineHeight(h), w: w - 16, h: lineHeight(h) };
};

export interface Caches {
  readonly reader: boolean;
  readonly writer: boolean;
  /** The reader waits for the line. */
  readonly waits: boolean;
}

/** Which caches have a valid copy: a write invalidates the other one, a read leaves two. */
export function cachesAt(transfer: Transfer | null, reader: number): Caches {
  if (!transfer) return { reader: true, writer: true, waits: false };
  const isThere = transfer.done === 1;
  return transfer.to === reader
    ? { reader: isThere, writer: true, waits: !isThere }
    : { reader: false, writer: isThere, waits: false };
}
