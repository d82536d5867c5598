/** Divides a CPU's cell by its size. */
import type { Size } from '../../ui/geometry';

/** Options of the drawing. */
export interface Manner {
  /** Height of the labels (px). */
  readonly text: number;
  /** For the last row of a room: larger shapes, firmer lines, no numbers. */
  readonly stage: boolean;
}

export interface CellPlan {
  /** The running task's shape: its middle, from the cell's corner, and half its size. */
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Waiting tasks: the middle of the last, half its size, from one to the next, and the room for them and their count. */
  readonly waitX: number;
  readonly waitY: number;
  readonly waitR: number;
  readonly waitStep: number;
  readonly waitRoom: number;
  /** Height of their count, or 0 if there is no room. */
  readonly countText: number;
  /** The CPU's number: its right edge and baseline, or null if there is no room. */
  readonly number: { readonly x: number; readonly y: number } | null;
  /** The queue's bar at the lower left. */
  readonly bar: { readonly x: number; readonly y: number; readonly h: number; readonly most: number };
  readonly radius: number;
  /** Width of the edge of a CPU on which others wait. */
  readonly queued: number;
  /** Width of a flow inside a unit, and of one beyond. */
  readonly near: number;
  readonly far: number;
}

/** Cells narrower or lower than this have the bar only (px). */
const BAR_ALONE = { w: 44, h: 28 };
/** Cells narrower than this have no numbers, and thin flows (px). */
const NARROW = 30;
/** Minimum radius of a shape, if the cell has room for it (px). */
const LEAST_R = 6;
/** White to either side of a flow (px). */
export const CASING = 1.5;

function flowsOf({ w, h }: Size, stage: boolean): { near: number; far: number } {
  if (stage) return { near: 5, far: 9 };
  if (w < NARROW || h < 22) return { near: 2, far: 3 };
  return w > 90 && h > 56 ? { near: 3, far: 7 } : { near: 2.5, far: 5 };
}

/** `digits`: of the longest number of a CPU. */
export function planCell({ w, h }: Size, { text, stage }: Manner, digits: number): CellPlan {
  const [part, height] = stage ? [0.45, 0.84] : [0.4, 0.66];
  const r = Math.max(Math.min(Math.max(Math.min(w * part, h * height) / 2, LEAST_R), Math.min(w, h) / 2 - 1.5), 2);
  const [x, y] = [w / 2, h / 2];
  const flows = flowsOf({ w, h }, stage);
  const scale = stage ? 2 : 1;
  const barH = (h > 40 ? 4 : h > 22 ? 3 : 2) * (stage ? 1.5 : 1);
  const alone = w < BAR_ALONE.w * scale || h < BAR_ALONE.h * scale;
  const free = w / 2 - r * 1.06 - 2 - 4;
  const waitR = Math.max(Math.min(Math.max(r / 2, 4), 9 * scale, free / 2.12), 3);
  const waitStep = waitR * 2.12 + 2;
  const countText = alone || free < text * 1.3 ? 0 : text;
  const numberWidth = digits * text * 0.6;
  const beside = w - 4 - numberWidth > x + r * 1.06 + 1;
  const above = text + 2 < y - r * 1.02;
  const overFlows = text * 0.9 + 3 <= y - flows.far / 2 - CASING;
  const numbered = !stage && w >= NARROW && (beside || above) && overFlows;
  return {
    x,
    y,
    r,
    waitX: w - 4 - waitR * 1.06,
    waitY: h - 4 - waitR,
    waitR,
    waitStep,
    waitRoom: alone ? 0 : free,
    countText,
    number: numbered ? { x: w - 4, y: 2 + text * 0.9 } : null,
    bar: {
      x: Math.min(6, w * 0.12),
      y: h - barH - Math.max(Math.min(3, h * 0.08), 1.5),
      h: barH,
      most: alone ? w - 2 * Math.min(6, w * 0.12) : w * 0.42,
    },
    queued: w < NARROW || h < 22 ? 1.5 : 2.25,
    radius: stage ? 8 : Math.min(5, h / 4),
    ...flows,
  };
}

/** How many of `waiting` tasks are drawn, and how many are counted; neither if there is no room. */
export function shownOf(waiting: number, plan: CellPlan): { readonly shapes: number; readonly rest: number } {
  const { waitRoom, waitStep, countText } = plan;
  const all = Math.floor((waitRoom + 2) / waitStep);
  if (waiting <= all) return { shapes: waiting, rest: 0 };
  if (countText === 0 || countWidth(waiting, plan) > waitRoom) return { shapes: Math.max(all, 0), rest: 0 };
  const shapes = Math.max(Math.floor((waitRoom + 2 - countWidth(waiting, plan)) / waitStep), 0);
  return { shapes, rest: waiting - shapes };
}

/** Width of a plus and digits, bold, with the gap to the shapes. */
export const countWidth = (n: number, { countText }: CellPlan): number => countText * 0.64 * (1 + String(n).length) + 2;
