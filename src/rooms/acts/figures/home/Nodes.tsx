/** The nodes of a lane; their places come from `places.ts`. */
import type { Rect } from '../../../../ui/geometry';
import { at, litProps } from '../Frame';
import type { Lighting } from '../types';
import type { NodeCpus, Placed, Where } from './jobs';
import { blockIn, cellOf, type HomePlaces, type NodePlace, squares, wayOf } from './places';
import { useHomeWords } from './words';
import './home.css';

interface NodesProps {
  readonly nodes: readonly NodeCpus[];
  readonly places: HomePlaces;
  readonly jobs: readonly Placed[];
  /** The followed job, and where it is. */
  readonly job: number;
  readonly where: Where;
  readonly lighting: Lighting;
}

/** Side of the largest square of memory. */
const SQUARE = 34;
const HOUSE = 'M-7 1L0 -6L7 1M-5 0V7H5V0';

/** Half the size of a running job. */
const sizeIn = ({ w, h }: Rect): number => Math.min(12, h * 0.24, w * 0.28);

export function Nodes({ nodes, places, jobs, job, where, lighting }: NodesProps) {
  const memoryOf = ({ node }: NodeCpus) => jobs.filter(({ home }) => home === node);
  const most = Math.max(1, ...nodes.map((node) => memoryOf(node).length));
  // All squares have one size, that of the fullest node.
  const edge = Math.min(...places.nodes.map(({ memory }) => squares(memory, most, SQUARE)[0]?.w ?? SQUARE));
  const home = where.home ? nodes.indexOf(where.home) : -1;
  const now = where.at ? nodes.indexOf(where.at) : -1;
  const cell = cellOf(places, nodes, jobs[job]?.cpu ?? null);
  const block =
    where.home &&
    blockIn(
      places.nodes[home],
      memoryOf(where.home).findIndex((one) => one.job === job),
      most,
      edge,
    );
  return (
    <g className="home-nodes">
      {nodes.map((node, i) => {
        const place = places.nodes[i];
        return (
          place && (
            <Node
              key={node.node}
              of={node}
              place={place}
              jobs={jobs}
              memory={memoryOf(node)}
              squares={squares(place.memory, most, edge)}
              job={job}
              isHome={i === home}
              isLit={i === home || i === now}
              lighting={lighting}
            />
          )
        );
      })}
      {block && cell && <path className="home-way" data-far={where.isAway} d={wayOf(places, home, now, block, cell)} />}
      {jobs.flatMap((one) => {
        const box = one.runs ? cellOf(places, nodes, one.cpu) : undefined;
        return box
          ? [
              <circle
                key={one.task}
                className="home-job figure-moves"
                data-own={one.job === job}
                r={sizeIn(box)}
                style={at(box.x + box.w / 2, box.y + box.h * 0.42)}
                {...litProps('jobs', lighting)}
              />,
            ]
          : [];
      })}
    </g>
  );
}

interface NodeProps {
  readonly of: NodeCpus;
  readonly place: NodePlace;
  readonly jobs: readonly Placed[];
  /** The jobs whose memory it holds, and a square for each. */
  readonly memory: readonly Placed[];
  readonly squares: readonly Rect[];
  readonly job: number;
  readonly isHome: boolean;
  readonly isLit: boolean;
  readonly lighting: Lighting;
}

function Node({ of: { node, cpus }, place, jobs, memory, squares, job, isHome, isLit, lighting }: NodeProps) {
  const words = useHomeWords();
  const { box } = place;
  return (
    <g className="home-node" data-lit-node={isLit}>
      <rect className="home-ground" x={box.x} y={box.y} width={box.w} height={box.h} rx="8" />
      <text className="home-title" x={box.x + 8} y={box.y + 16}>
        {box.w < 90 ? node : words('node', { node })}
      </text>
      {isHome && (
        <path className="home-house" d={HOUSE} transform={`translate(${box.x + box.w - 16} ${box.y + 11})`}>
          <title>{words('home', { job: job + 1 })}</title>
        </path>
      )}
      {cpus.map((cpu, c) => {
        const cell = place.cpus[c];
        if (!cell) return null;
        const runs = jobs.find((one) => one.cpu === cpu && one.runs);
        const size = sizeIn(cell) * 0.8;
        const waits = jobs
          .filter((one) => one.cpu === cpu && !one.runs)
          .slice(0, Math.floor((cell.w - 6) / (size + 3)));
        return (
          <g key={cpu}>
            <rect
              className="home-cpu"
              data-own={runs?.job === job}
              data-idle={runs === undefined}
              x={cell.x}
              y={cell.y}
              width={cell.w}
              height={cell.h}
              rx="5"
            />
            {cell.w > 56 && (
              <text className="home-number" x={cell.x + cell.w - 5} y={cell.y + 15}>
                {cpu}
              </text>
            )}
            {waits.map((one, i) => (
              <rect
                key={one.task}
                className="home-waits"
                data-own={one.job === job}
                x={cell.x + 4 + i * (size + 3)}
                y={cell.y + cell.h - size - 4}
                width={size}
                height={size}
                rx={size / 2}
              />
            ))}
          </g>
        );
      })}
      {memory.map((one, i) => {
        const square = squares[i];
        return (
          square && (
            <rect
              key={one.task}
              className="home-block"
              data-own={one.job === job}
              x={square.x}
              y={square.y}
              width={square.w}
              height={square.h}
              rx="2"
              {...litProps('memory', lighting)}
            />
          )
        );
      })}
    </g>
  );
}
