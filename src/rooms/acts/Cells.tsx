/** A cluster as high as two lines of text, beside the sentence about it: the state that a waking task finds. */
import type { CSSProperties } from 'react';
import { Shape } from '../../signs/palette';
import { shapePath } from '../../signs/shapes';
import './cells.css';

interface Task {
  readonly group: number;
  readonly shape: Shape;
}

interface Cell {
  /** Without: the CPU is idle. */
  readonly runs?: Task;
  readonly waits?: Task;
  /** The CPU chosen for the woken task. */
  readonly chosen?: true;
}

const CLIENT: Cell = { runs: { group: 0, shape: Shape.triangle } };
const WOKEN: Task = { group: 0, shape: Shape.circle };
const OTHERS: Cell = { runs: { group: 3, shape: Shape.circle } };
const TAKEN: Task = { group: 1, shape: Shape.triangle };

/** A picture for each paragraph: four CPUs in reading order; the woken task's CPU is the last. */
export const CELLS = {
  hump: [
    [CLIENT, {}, OTHERS, { runs: WOKEN, chosen: true }],
    [CLIENT, { runs: WOKEN, chosen: true }, OTHERS, { runs: TAKEN }],
    [CLIENT, { runs: { group: 2, shape: Shape.circle } }, OTHERS, { runs: TAKEN, waits: WOKEN, chosen: true }],
  ],
} as const satisfies Record<string, readonly (readonly Cell[])[]>;

const [W, H, GAP] = [24, 22, 4];

const colours = ({ group }: Task): CSSProperties =>
  ({
    '--own': `var(--group-${group})`,
    '--own-edge': `var(--group-edge-${group})`,
    '--own-tint': `var(--group-tint-${group})`,
  }) as CSSProperties;

export function Cells({ cells }: { readonly cells: readonly Cell[] }) {
  return (
    <svg className="acts-cells" viewBox={`-1.5 -1.5 ${2 * W + GAP + 3} ${2 * H + GAP + 3}`} aria-hidden="true">
      {cells.map(({ runs, waits, chosen }, i) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: a CPU is its place.
          key={i}
          transform={`translate(${(i % 2) * (W + GAP)} ${Math.floor(i / 2) * (H + GAP)})`}
          style={runs && colours(runs)}
          data-runs={runs !== undefined || undefined}
          data-chosen={chosen}
        >
          <rect width={W} height={H} rx={4} />
          {runs && <path d={shapePath(runs.shape, 6)} transform={`translate(${W / 2} ${H / 2})`} />}
          {waits && (
            <path d={shapePath(waits.shape, 3.5)} transform={`translate(${W - 5} ${H - 5.5})`} style={colours(waits)} />
          )}
        </g>
      ))}
    </svg>
  );
}
