/** Where the parts of the queue figure stand. Pure: from the room there is to sizes, in units of the drawing. */
import { lagChartHeight } from '../../../../signs/LagChart';
import { SMALL } from '../types';

export interface Room {
  readonly width: number;
  readonly height: number;
  readonly lanes: number;
  /** Most tasks of a lane. */
  readonly rows: number;
  /** Height of the highest head of a lane of a width. */
  readonly top: (width: number) => number;
  /** A new word is explained in one of the lanes. */
  readonly word: boolean;
}

export interface Arrangement {
  /** Lanes side by side, or one above the other. */
  readonly columns: number;
  /** Width of a lane. */
  readonly own: number;
  /** From one lane to the next, to the right and down. */
  readonly right: number;
  readonly down: number;
  /** Height of a task's row. */
  readonly row: number;
  /** Height of the lines of the chart of the history; 0: there is no room for it. */
  readonly history: number;
  /** No room for names: the tasks have their shapes. */
  readonly bare: boolean;
}

const LEAST_ROW = 22;
const ROW = 30;
/** Of several lanes, and of a single one. */
const MOST_ROW = 64;
const MOST_SINGLE_ROW = 100;
const LEAST_HISTORY = 40;
const MOST_HISTORY = 180;
const MOST_SINGLE_HISTORY = 260;
/** The title of the history. */
export const HISTORY_HEAD = 22;
/** The box of the new word, with the room around it. */
export const WORD = 66;
/** Below this width of a lane, names give way to shapes. */
const NAMED = 300;
const GUTTER = 24;
/** Labels above a line, and its axis. */
const AXIS = SMALL + 10 + SMALL + 12;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

export function arrange({ width, height, lanes, rows, top, word }: Room): Arrangement {
  const inColumns = (columns: number) => {
    const own = (width - (columns - 1) * GUTTER) / columns;
    const down = (height + GUTTER) / Math.ceil(lanes / columns);
    const free = down - GUTTER - top(own) - AXIS - (word ? WORD : 0);
    const chart = HISTORY_HEAD + lagChartHeight(0, SMALL, true);
    const bare = own < NAMED;
    const hasHistory = !bare && free - rows * ROW >= chart + LEAST_HISTORY;
    // With a history, the rows get half of what is left.
    const spare = hasHistory ? (free - rows * ROW - chart - LEAST_HISTORY) / 2 : free - rows * ROW;
    const row = clamp(ROW + spare / rows, LEAST_ROW, lanes > 1 ? MOST_ROW : MOST_SINGLE_ROW);
    const longest = lanes > 1 ? MOST_HISTORY : MOST_SINGLE_HISTORY;
    const arrangement: Arrangement = {
      columns,
      own,
      right: own + GUTTER,
      down,
      row: Math.floor(row),
      history: hasHistory ? Math.floor(clamp(free - rows * row - chart, LEAST_HISTORY, longest)) : 0,
      bare,
    };
    return { arrangement, fits: free / rows >= ROW * 0.8 };
  };
  const stacked = inColumns(1);
  return stacked.fits || lanes < 2 ? stacked.arrangement : inColumns(2).arrangement;
}

/** The place of the lane with this index. */
export const originOf = ({ columns, right, down }: Arrangement, index: number): string =>
  `translate(${(index % columns) * right} ${Math.floor(index / columns) * down})`;
