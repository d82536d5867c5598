/** Drawn over a lane's machine: the followed wake-up. The waker, the CPUs tried, and the path to the chosen one. */
import { Shape } from '../../signs/palette';
import { center, type Rect } from '../../ui/geometry';
import type { Wake } from './story';
import './trail.css';

/** As much of the machine's layout as the path needs. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  readonly cpus: readonly Rect[];
  readonly nodes: readonly { readonly bar: Rect }[];
}

export interface TrailProps {
  readonly wake: Wake;
  readonly ground: Ground;
  /** The colour of the task's group. */
  readonly group: number;
  readonly shape: Shape;
  /** `waking`: no CPU is chosen yet. */
  readonly part: 'waking' | 'chosen';
  /** Transfer time of a cache line (ns); null: not shown yet. */
  readonly costNs: number | null;
}

const OUT = 4;
const BEND = 12;

/** A bar between clusters that are side by side. */
const isUpright = ({ w, h }: Rect): boolean => h > w;

/** From one CPU to another: straight inside a cluster, through the data of the L3 between two. */
export function wayBetween({ cpus, nodes }: Ground, { waker, chosen, leaves }: Wake): string {
  const [from, to, node] = [cpus[waker], cpus[chosen], nodes[0]];
  if (!from || !to) return '';
  const [a, b] = [center(from), center(to)];
  if (!leaves || !node) return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  const bar = center(node.bar);
  const points = isUpright(node.bar)
    ? [a, { x: bar.x, y: a.y }, { x: bar.x, y: b.y }, b]
    : [a, { x: a.x, y: bar.y }, { x: b.x, y: bar.y }, b];
  return points.slice(1).reduce((way, point, i) => {
    const [before, after] = [points[i] ?? point, points[i + 2]];
    if (!after) return `${way}L${point.x} ${point.y}`;
    const reach = (other: typeof point) => {
      const far = Math.hypot(other.x - point.x, other.y - point.y);
      const by = far === 0 ? 0 : Math.min(BEND, far / 2) / far;
      return `${point.x + (other.x - point.x) * by} ${point.y + (other.y - point.y) * by}`;
    };
    return `${way}L${reach(before)}Q${point.x} ${point.y} ${reach(after)}`;
  }, `M${a.x} ${a.y}`);
}

export function Trail({ wake, ground, group, shape, part, costNs }: TrailProps) {
  const way = wayBetween(ground, wake);
  const frame = (cpu: number, className: string) => {
    const box = ground.cpus[cpu];
    return (
      box && (
        <rect
          className={className}
          x={box.x - OUT}
          y={box.y - OUT}
          width={box.w + 2 * OUT}
          height={box.h + 2 * OUT}
          rx={8}
        />
      )
    );
  };
  const chosen = ground.cpus[wake.chosen];
  const waker = ground.cpus[wake.waker];
  const label = waker && chosen && costNs !== null ? labelAt(ground, wake, waker, chosen) : null;
  return (
    <svg
      className="front-trail"
      width={ground.width}
      height={ground.height}
      viewBox={`0 0 ${ground.width} ${ground.height}`}
      data-way={wake.leaves ? 'far' : 'near'}
      style={{ '--task': `var(--group-${group})`, '--task-edge': `var(--group-edge-${group})` } as React.CSSProperties}
      aria-hidden="true"
    >
      {frame(wake.waker, 'trail-waker')}
      {part === 'chosen' && (
        <>
          <path className="trail-casing" d={way} />
          <path className="trail-way" d={way} pathLength={1} />
          {wake.busy.map((cpu, i) => {
            const box = ground.cpus[cpu];
            return (
              box && (
                <g
                  key={cpu}
                  className="trail-busy"
                  transform={`translate(${box.x + 13} ${box.y + 13})`}
                  style={{ '--order': i } as React.CSSProperties}
                >
                  <circle r={9} />
                  <path d="M-3 -3 3 3M3 -3 -3 3" />
                </g>
              )
            );
          })}
          {frame(wake.chosen, 'trail-chosen')}
          {chosen && (
            <g
              className="trail-idle"
              transform={`translate(${chosen.x + 13} ${chosen.y + 13})`}
              style={{ '--order': wake.busy.length } as React.CSSProperties}
            >
              <circle r={9} />
              <path d="M-4 0 -1 3 4 -3" />
            </g>
          )}
          <g className="trail-token" style={{ offsetPath: `path('${way}')` }}>
            <circle r={12} />
            {shape === Shape.circle ? <circle className="trail-task" r={6} /> : <path d="M0 -7 7 5.5H-7Z" />}
          </g>
          {label && (
            <g className="trail-cost" transform={`translate(${label.x} ${label.y})`}>
              <rect x={-34} y={-13} width={68} height={26} rx={13} />
              <text dominantBaseline="central" textAnchor="middle">
                {costNs} ns
              </text>
            </g>
          )}
        </>
      )}
    </svg>
  );
}

/** Position of the transfer cost: near the middle of the path. */
function labelAt({ nodes, height }: Ground, { leaves }: Wake, waker: Rect, chosen: Rect) {
  const [a, b] = [center(waker), center(chosen)];
  const bar = nodes[0]?.bar;
  if (leaves && bar)
    return isUpright(bar) ? { x: center(bar).x, y: (a.y + b.y) / 2 } : { x: (a.x + b.x) / 2, y: center(bar).y };
  const x = (a.x + b.x) / 2;
  // Beside a row, away from the other: it covers no CPU's number and no task.
  if (a.y === b.y) return { x, y: a.y < height / 2 ? waker.y - 15 : waker.y + waker.h + 15 };
  return { x, y: (a.y + b.y) / 2 };
}
