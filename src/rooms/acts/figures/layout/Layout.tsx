/** A struct on its cache lines, and the nodes whose CPUs write and read its fields. */
import { cut, type DrawnLine, type PlacedStruct, structOf } from '../../../../scenario/placed';
import { useScenario } from '../../../../state/scenario';
import { LANE_KEYS, type LaneKey } from '../../../../state/view';
import { textWidth } from '../../../../ui/fitting';
import { useT } from '../../../../words';
import { count } from '../../../../words/format';
import { hitms, onFields } from '../../measure';
import { Frame, LaneHead, Legend, LitPart } from '../Frame';
import { type FigureProps, type Lighting, SMALL } from '../types';
import { layoutPlaces, POINTERS, SUM, shownLines } from './places';
import { useLayoutWords } from './words';
import '../struct.css';
import './layout.css';

const HEAD = 34;
const LEGEND = 26;

export function Layout({ sight, seen, width, height, ...lighting }: FigureProps) {
  const w = useLayoutWords();
  const t = useT();
  const document = useScenario((state) => state.document);
  const structs = document.lanes.map((lane) => structOf(document, lane));
  const legend = height > 300 ? LEGEND : 0;
  const each = (height - legend) / structs.length;
  const waits = structs.map((_, i) => seen?.lanes[i] && onFields(seen.lanes[i], POINTERS, hitms));
  const narrow = width < 560;
  const fetchNote = (fetches: number | undefined, short = false) => {
    if (fetches === undefined) return '';
    const key = fetches > 0 ? 'waits' : 'free';
    return w(short ? `${key}.short` : key, { count: count(fetches) });
  };
  const said = structs.map((struct, i) => {
    const apart = struct && !sharesLine(struct);
    const where = w(apart ? 'label.apart' : 'label.shared');
    const lines = t('said.of', { of: LANE_KEYS[i]?.toUpperCase() ?? '', said: where });
    return waits[i] === undefined ? lines : `${lines} ${fetchNote(waits[i])}.`;
  });
  return (
    <Frame width={width} height={height} label={said.join(' ')}>
      {structs.map((struct, i) => {
        const key = LANE_KEYS[i] ?? 'a';
        return (
          struct && (
            <LitPart key={key} part={key} of={lighting}>
              <g transform={`translate(0 ${i * each})`}>
                <LaneHead
                  lane={key}
                  x={0}
                  y={0}
                  width={width}
                  title={w(narrow ? 'bytes' : 'lines', { bytes: struct.lineBytes })}
                  note={fetchNote(waits[i], narrow)}
                />
                <g transform={`translate(0 ${HEAD})`}>
                  <Struct
                    lane={key}
                    struct={struct}
                    machine={sight.machine}
                    width={width}
                    height={each - HEAD - 10}
                    waits={waits[i] ?? 0}
                    lighting={lighting}
                  />
                </g>
              </g>
            </LitPart>
          )
        );
      })}
      {legend > 0 && <Signs y={height - 6} width={width} />}
    </Frame>
  );
}

/** Whether a pointer is on the line of the sum. */
export const sharesLine = (struct: PlacedStruct): boolean =>
  cut(struct).some(({ pieces }) => {
    const has = (fields: readonly string[]) => pieces.some(({ field }) => fields.includes(field));
    return has(SUM) && has(POINTERS);
  });

interface StructProps {
  readonly lane: LaneKey;
  readonly struct: PlacedStruct;
  readonly machine: FigureProps['sight']['machine'];
  readonly width: number;
  readonly height: number;
  /** Fetches for the pointers. */
  readonly waits: number;
  readonly lighting: Lighting;
}

function Struct({ lane, struct, machine, width, height, waits, lighting }: StructProps) {
  const w = useLayoutWords();
  const { nodes: ids, cpus } = nodesOf(machine);
  const lines = shownLines(cut(struct), height);
  const places = layoutPlaces(width, height, ids.length, lines.length);
  const { nodes, row, lineAt, lines: x } = places;
  const byte = (x.right - x.left) / struct.lineBytes;
  const middles = (fields: readonly string[]) =>
    lines.flatMap(({ pieces }, i) =>
      pieces
        .filter(({ field, first }) => first && fields.includes(field))
        .map(({ from, bytes }) => ({ x: x.left + (from + bytes / 2) * byte, y: lineAt(i) })),
    );
  const wires = (of: 'sum' | 'pointers', fields: readonly string[]) => {
    const all = middles(fields);
    const to = all[0] && { x: all.reduce((sum, one) => sum + one.x, 0) / all.length, y: all[0].y };
    return (
      to && (
        <LitPart part={of} of={lighting}>
          {nodes.map(({ x: left, y, w: wide, h }, i) => {
            const from = { x: left + wide * (of === 'sum' ? 0.35 : 0.65), y: y + h };
            // A pointer's wires end in the fork of its fields.
            return (
              <path
                key={ids[i]}
                className={`layout-wire struct-${of === 'sum' ? 'y' : 'x'}`}
                data-waits={(of === 'pointers' && waits > 0) || undefined}
                d={`M${from.x} ${from.y}C${from.x} ${from.y + 24} ${to.x} ${to.y - 24} ${to.x} ${to.y}`}
              />
            );
          })}
        </LitPart>
      )
    );
  };
  return (
    <g className="layout-lane" data-lane={lane} data-waits={waits}>
      {nodes.map(({ x: left, y, w: wide, h }, i) => (
        <g key={ids[i]}>
          <rect className="struct-machine" x={left} y={y} width={wide} height={h} rx={6} />
          <text x={left + wide / 2} y={y + h / 2} textAnchor="middle" dominantBaseline="central">
            {w(wide > 130 ? 'node' : 'node.short', { node: ids[i] ?? i, cpus })}
          </text>
        </g>
      ))}
      {lines.map((line, i) => (
        <Line key={line.number} line={line} bytes={struct.lineBytes} x={x.left} y={lineAt(i)} byte={byte} height={row}>
          {lighting}
        </Line>
      ))}
      {wires('pointers', POINTERS)}
      {wires('sum', SUM)}
      {lines.map((line, i) => (
        <Names key={line.number} line={line} x={x.left} y={lineAt(i)} byte={byte} height={row} />
      ))}
    </g>
  );
}

/** Nodes of the machine, and the CPUs of each. */
function nodesOf({ sockets, cpus }: FigureProps['sight']['machine']) {
  const ids = sockets.flatMap(({ nodes }) => nodes.map(({ id }) => id));
  return { nodes: ids, cpus: cpus / ids.length };
}

interface LineProps {
  readonly line: DrawnLine;
  readonly bytes: number;
  readonly x: number;
  readonly y: number;
  /** Width of a byte. */
  readonly byte: number;
  readonly height: number;
  readonly children: Lighting;
}

function Line({ line: { pieces, offset }, bytes, x, y, byte, height, children: lighting }: LineProps) {
  const bounces = pieces.some(({ field }) => SUM.includes(field));
  return (
    <g className="layout-line" data-offset={offset} data-bounces={bounces || undefined}>
      <rect className="struct-ground" x={x} y={y} width={bytes * byte} height={height} rx={3} />
      {pieces.map(({ field, from, bytes: size }) => {
        const part = SUM.includes(field) ? 'sum' : POINTERS.includes(field) ? 'pointers' : null;
        const cell = (
          <g key={field}>
            <rect
              className={part === 'sum' ? 'struct-y' : part === 'pointers' ? 'struct-x' : 'layout-field'}
              data-field={field}
              x={x + from * byte}
              y={y}
              width={size * byte}
              height={height}
            />
          </g>
        );
        return part ? (
          <LitPart key={field} part={part} of={lighting}>
            {cell}
          </LitPart>
        ) : (
          cell
        );
      })}
      <rect className="struct-outline" x={x} y={y} width={bytes * byte} height={height} rx={3} />
    </g>
  );
}

/** The names of the fields, over the wires. */
function Names({ line: { pieces }, x, y, byte, height }: Omit<LineProps, 'bytes' | 'children'>) {
  return pieces
    .filter(({ field, bytes, first }) => first && textWidth(field, SMALL) + 4 <= bytes * byte && height >= 16)
    .map(({ field, from, bytes }) => (
      <text
        key={field}
        className={
          SUM.includes(field)
            ? 'layout-hot struct-on-y'
            : POINTERS.includes(field)
              ? 'layout-hot struct-on-x'
              : 'layout-name'
        }
        x={x + (from + bytes / 2) * byte}
        y={y + height / 2}
        textAnchor="middle"
        dominantBaseline="central"
      >
        {field}
      </text>
    ));
}

function Signs({ y, width }: { readonly y: number; readonly width: number }) {
  const w = useLayoutWords();
  const square = (className: string) => <rect className={className} y={-12} width={15} height={15} rx={2} />;
  const signs = [
    { key: 'sum', sign: square('struct-y') },
    { key: 'pointers', sign: square('struct-x') },
    { key: 'field', sign: square('layout-field') },
  ] as const;
  return (
    <Legend y={y} width={width} signs={signs.map((sign) => ({ ...sign, width: 15, text: w(`sign.${sign.key}`) }))} />
  );
}
