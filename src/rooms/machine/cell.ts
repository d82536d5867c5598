/** How a CPU's cell is divided, from its size alone. */
export interface CellPlan {
  /** The running task's shape: centre and radius, from the cell's corner. */
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Waiting tasks: first centre, radius, distance, and how many there is room for. */
  readonly waitX: number;
  readonly waitY: number;
  readonly waitR: number;
  readonly waitStep: number;
  readonly waitColumns: number;
  /** Right edge and middle of the count of those without room. */
  readonly countX: number;
  readonly countY: number;
  readonly countText: number;
  /**
   * The CPU's number in the corner, or null when there is no room; `covered` when there is room for
   * it in an idle cell only.
   */
  readonly number: { readonly x: number; readonly y: number; readonly text: number; readonly covered: boolean } | null;
  /** Thickness of the queue's bar along the bottom. */
  readonly bar: number;
  readonly radius: number;
}

export function planCell(w: number, h: number, text: number): CellPlan {
  const small = Math.max(text * 0.82, 8.5);
  const roomForNumber = w >= small * 3.4 && h >= small * 2.25;
  const roomInIdle = w >= small * 2.2 && h >= small * 1.25;
  const number = roomForNumber
    ? { x: w - 4, y: small * 1.02, text: small, covered: false }
    : roomInIdle
      ? { x: w - 3, y: h / 2 + small * 0.36, text: small, covered: true }
      : null;
  const tiny = w < 34 || h < 18;
  const r = Math.max(Math.min(h * 0.29, w * (tiny ? 0.17 : 0.19), text * 1.6), 3);
  const bar = h > 26 ? 3 : 2;
  const x = tiny ? r + 2 : Math.max(r * 1.04 + Math.min(w * 0.07, 8), Math.min(w * 0.24, r * 2.2));
  const y = h / 2 - (h > 26 ? 1 : 0);
  const waitR = Math.min(Math.max(r * 0.5, 2.4), text * 0.5);
  const waitStep = waitR * 2 + 2;
  const waitX = x + r * 1.1 + waitR + 3;
  const countText = tiny ? Math.max(Math.min(small, h * 0.5), 7.5) : small;
  const countRoom = countText * 1.35;
  const free = w - 4 - (waitX - waitR);
  return {
    x,
    y,
    r,
    waitX,
    waitY: roomForNumber ? h - bar - Math.min(4, h * 0.1) - waitR : y,
    waitR,
    waitStep,
    waitColumns: h >= 20 && w >= 34 ? Math.max(Math.floor((free - countRoom) / waitStep), 0) : 0,
    countX: w - (tiny ? 2 : 3.5),
    countY: roomForNumber ? h - bar - Math.min(3, h * 0.06) - countText * 0.5 : h / 2,
    countText,
    number,
    bar,
    radius: Math.min(4, h / 5),
  };
}
