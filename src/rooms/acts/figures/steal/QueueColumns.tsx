/** The queues of a lane as columns; their places come from `columns.ts`. */
import { type Drawn, look } from '../../../../signs/NumberLine';
import { groupHue } from '../../../../signs/palette';
import { shapePath } from '../../../../signs/shapes';
import { at, LitPart, litProps, Order } from '../Frame';
import type { Lighting } from '../types';
import { BIT, type Column, drawnIn, middle, type Places, type Theft } from './columns';
import { useStealWords } from './words';
import './steal.css';

interface ColumnsProps {
  readonly lane: number;
  readonly columns: readonly Column[];
  readonly drawn: (task: number) => Drawn;
  readonly places: Places;
  readonly width: number;
  /** The kernel of the lane keeps the list of bits. */
  readonly listed: boolean;
  readonly theft: Theft | null;
  /** The CPU that decides. */
  readonly about: number | null;
  readonly of: Lighting;
}

/** From the baseline to the middle of a digit. */
const MIDDLE = 4.7;

export function QueueColumns({
  lane,
  columns,
  drawn,
  places,
  width,
  listed,
  theft,
  about,
  of: lighting,
}: ColumnsProps) {
  const words = useStealWords();
  const hatch = `steal-hatch-${lane}`;
  return (
    <g className="steal-columns">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="steal-hatch" d="M0 0V6" />
        </pattern>
      </defs>
      {!listed && (
        <g className="steal-none">
          <rect x="0.5" y="0.5" width={width - 1} height={BIT} rx="4" />
          <text x={width / 2} y={BIT / 2 + MIDDLE}>
            {words('none')}
          </text>
        </g>
      )}
      {columns.map((column) => (
        <Cell
          key={column.cpu}
          column={column}
          places={places}
          hatch={hatch}
          drawn={drawn}
          bit={listed ? column.bit : null}
          isFirst={theft?.from === column.cpu}
          isAbout={about === column.cpu}
          of={lighting}
        />
      ))}
      {columns
        .flatMap((column) => drawnIn(column, places))
        .toSorted((a, b) => a.task - b.task)
        .map(({ task, x, y, r }) => {
          const of = drawn(task);
          const { transform } = at(x, y);
          return (
            <path
              key={task}
              className="steal-task figure-moves"
              d={shapePath(of.shape, 10)}
              style={{ ...look(of), transform: `${transform} scale(${r / 10})` }}
            />
          );
        })}
      {theft && (
        <LitPart part="theft" of={lighting}>
          <StealPath theft={theft} places={places} width={width} />
        </LitPart>
      )}
    </g>
  );
}

interface CellProps {
  readonly column: Column;
  readonly places: Places;
  readonly hatch: string;
  readonly drawn: (task: number) => Drawn;
  /** Null: there is no list. */
  readonly bit: boolean | null;
  readonly isFirst: boolean;
  readonly isAbout: boolean;
  readonly of: Lighting;
}

function Cell({ column, places, hatch, drawn, bit, isFirst, isAbout, of }: CellProps) {
  const { cpu, running, waiting, wasted } = column;
  const { cell, cells, numbers, every, shown, end } = places;
  const x = middle(places, cpu);
  const left = x - cell.width / 2;
  const hue = running === null ? null : groupHue(drawn(running).group);
  const style =
    hue === null
      ? wasted
        ? { fill: `url(#${hatch})` }
        : {}
      : { fill: `var(--group-tint-${hue})`, stroke: `var(--group-edge-${hue})` };
  return (
    <g
      data-cpu={cpu}
      data-wasted={wasted}
      data-about={isAbout}
      {...litProps(running === null ? 'idle' : 'running', of)}
    >
      {bit !== null && (
        <g className="steal-bit" data-set={bit} data-first={isFirst} {...litProps('bits', of)}>
          <rect x={left} y={1} width={cell.width} height={BIT - 1} rx="3" />
          {cell.width > 11 && (
            <text x={x} y={BIT / 2 + MIDDLE}>
              {Number(bit)}
            </text>
          )}
        </g>
      )}
      {(cpu % every === 0 || isAbout) && (
        <text className="steal-number" x={x} y={numbers}>
          {cpu}
        </text>
      )}
      <rect
        className="steal-cell"
        data-idle={running === null}
        x={left}
        y={cells}
        width={cell.width}
        height={cell.height}
        rx="4"
        style={style}
      />
      {waiting.length > 0 && (
        <path className="steal-bar" d={`M${left + 2} ${cells + cell.height + 4}h${cell.width - 4}`} />
      )}
      {waiting.length > shown && (
        <text className="steal-number" x={x} y={end - 2}>
          +{waiting.length - shown + 1}
        </text>
      )}
    </g>
  );
}

/** ① The thief reads the bits ② up to the first that is set, ③ and takes one task. */
function StealPath({
  theft: { thief, from },
  places,
  width,
}: Pick<ColumnsProps, 'places' | 'width'> & { readonly theft: Theft }) {
  const [a, b] = [middle(places, thief), middle(places, from)];
  const way = Math.sign(b - a) || 1;
  const read = BIT + 12;
  const bottom = places.cells + places.cell.height;
  const under = bottom + 6 + places.step / 2;
  const move = `M${b} ${under}H${a}V${bottom + 8}`;
  return (
    <g className="steal-way">
      <path className="steal-read" d={`M${a} ${places.numbers - 13}V${read}H${b}V${BIT + 6}`} />
      <path className="steal-head" d={`M${b - 5} ${BIT + 9}L${b} ${BIT + 2}L${b + 5} ${BIT + 9}Z`} />
      <Order n={1} x={a - way * 16} y={read} />
      <Order n={2} x={Math.min(width - 12, Math.max(12, b + way * 16))} y={read} />
      <path className="steal-casing" d={move} />
      <path className="steal-move" d={move} />
      <path className="steal-head" d={`M${a - 8} ${bottom + 12}L${a} ${bottom}L${a + 8} ${bottom + 12}Z`} />
      <Order n={3} x={(a + b) / 2} y={under} />
    </g>
  );
}
