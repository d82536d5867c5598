/** The directory of the L3: which list knows where the line is, and which lists a fetch has to ask. */
import { writeCpuList } from '../../../../scenario/cpuList';
import type { MachineDescription } from '../../../../scenario/generated/types';
import { lineBytes } from '../../../../scenario/placed';
import { roleShape } from '../../../../signs/palette';
import { shapePath } from '../../../../signs/shapes';
import { useScenario } from '../../../../state/scenario';
import { LANE_KEYS } from '../../../../state/view';
import type { Rect } from '../../../../ui/geometry';
import { duration } from '../../../../words/format';
import { meanLocalNs } from '../../measure';
import { Frame, LaneHead, Legend, LitPart, NewWord, Order, twoLanes } from '../Frame';
import { useOne } from '../one';
import { linesOf, strideOf, threadsIn, unitsIn } from '../Struct';
import { StructLine } from '../StructLine';
import { unitCpus } from '../sheets';
import { type Transfer, useTransfer } from '../transfer';
import type { FigureProps, Lighting } from '../types';
import { along, type DirectoryPlaces, delivery, directoryPlaces, onward, pathOf, question, type Slot } from './places';
import '../struct.css';
import './directory.css';

const HEAD = 34;
const LEGEND = 30;
const LOW = 460;
/** Least width of a lane beside the other. */
const BESIDE = 340;

export function Directory({ sight, seen, word, width, height, ...lighting }: FigureProps) {
  const w = useOne();
  const legend = height > 420 ? LEGEND : 0;
  // A low figure has its lanes side by side.
  const beside = height < LOW && width >= 2 * BESIDE;
  const { lane, x } = beside ? twoLanes(width) : { lane: width, x: () => 0 };
  const each = beside ? height - legend : (height - legend) / 2;
  const [a, b] = LANE_KEYS.map((_, i) => {
    const ns = seen?.lanes[i] && meanLocalNs(seen.lanes[i]);
    return ns ? duration(ns) : '';
  });
  return (
    <Frame width={width} height={height} label={w('directory.label', { a: a ?? '', b: b ?? '' })}>
      {LANE_KEYS.map((key, i) => {
        const cpus = threadsIn(sight, i);
        const far = unitsIn(sight.machine, cpus) > 1;
        return (
          <LitPart key={key} part={key} of={lighting}>
            <g transform={`translate(${x(i)} ${beside ? 0 : i * each})`}>
              <LaneHead
                lane={key}
                x={0}
                y={0}
                width={lane}
                title={w(far ? 'struct.two' : 'struct.one')}
                note={w(far ? 'directory.two' : 'directory.one')}
              />
              {cpus.length > 0 && (
                <g transform={`translate(0 ${HEAD})`}>
                  <Lane
                    lane={i}
                    machine={sight.machine}
                    cpus={cpus}
                    width={lane}
                    height={each - HEAD - 12}
                    word={i === 0 ? word : undefined}
                    lighting={lighting}
                  />
                </g>
              )}
            </g>
          </LitPart>
        );
      })}
      {legend > 0 && <Signs y={height - 8} width={width} />}
    </Frame>
  );
}

interface LaneProps {
  readonly lane: number;
  readonly machine: MachineDescription;
  /** Of the reader and the writer. */
  readonly cpus: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly word: FigureProps['word'];
  readonly lighting: Lighting;
}

/** The clusters of a lane: the reader's, and the writer's or the one beside it; the threads' CPUs come first. */
function clustersOf(machine: MachineDescription, cpus: readonly number[], most: number) {
  const units = unitCpus(machine);
  const home = units.findIndex((unit) => unit.includes(cpus[0] ?? -1));
  const away = units.findIndex((unit, i) => i !== home && unit.includes(cpus[1] ?? -1));
  const other = away >= 0 ? away : units.findIndex((_, i) => i !== home);
  return [home, other].map((unit) => {
    const all = units[unit] ?? [];
    const first = all.filter((cpu) => cpus.includes(cpu));
    const shown = [...first, ...all.filter((cpu) => !first.includes(cpu))].slice(0, most).sort((x, y) => x - y);
    return { all, shown };
  });
}

/** Which thread asks for the line, and which one has it; without a transfer the reader asks. */
const partsOf = (transfer: Transfer | null, [reader = -1, writer = -1]: readonly number[]) =>
  transfer?.to === writer ? { asker: writer, holder: reader } : { asker: reader, holder: writer };

function Lane({ lane, machine, cpus, width, height, word, lighting }: LaneProps) {
  const w = useOne();
  const transfer = useTransfer(lane);
  const features = useScenario(({ document }) => document.lanes[lane]?.features);
  const stride = useScenario(({ document }) => strideOf(document));
  const bytes = features ? lineBytes(features) : 64;
  const places = directoryPlaces(width, height);
  const clusters = clustersOf(machine, cpus, 2 * places.columns);
  const slotOf = (cpu: number): Slot => {
    const cluster = clusters[1]?.shown.includes(cpu) ? 1 : 0;
    return { cluster, i: Math.max(0, clusters[cluster]?.shown.indexOf(cpu) ?? 0) };
  };
  const { asker, holder } = partsOf(transfer, cpus);
  const [from, to] = [slotOf(holder), slotOf(asker)];
  const far = from.cluster !== to.cluster;
  const holds = linesOf(stride, bytes)[0] ?? {};
  const way = delivery(places, from, to);
  const token = along(way, transfer?.done ?? 0.5);
  const isThere = transfer?.done === 1;
  const line = { bytes, holds };
  const roomy = places.columns === 2;
  const size = roomy ? { w: 56, h: 18 } : { w: 36, h: 12 };
  return (
    <g className="directory-lane" data-asker={asker} data-holder={holder}>
      <rect className="struct-machine" width={width} height={height} rx={10} />
      <rect
        className="directory-data"
        x={places.data.x}
        y={places.data.y}
        width={places.data.w}
        height={places.data.h}
        rx={4}
      />
      <text className="figure-quiet" x={width / 2} y={places.data.y + 15} textAnchor="middle">
        {w(roomy ? 'directory.data' : 'directory.data.short')}
      </text>
      {([0, 1] as const).map((side) => {
        const dim = side === 1 && !far;
        const { x, y, w: wide, h } = places.clusters[side];
        return (
          <g key={side} opacity={dim ? 0.35 : 1}>
            <rect className="struct-cluster" x={x} y={y} width={wide} height={h} rx={8} />
            <text
              className="figure-quiet"
              x={side === 0 ? x + 10 : x + wide - 10}
              y={y + 16}
              textAnchor={side === 0 ? 'start' : 'end'}
            >
              {w('directory.cpus', { cpus: writeCpuList(clusters[side]?.all ?? []) })}
            </text>
            <LitPart part={`tag-${LANE_KEYS[lane]}`} of={lighting}>
              <List
                places={places}
                side={side}
                line={line}
                said={
                  dim
                    ? null
                    : side === from.cluster
                      ? { has: true, text: w('directory.cpu', { cpu: holder }) }
                      : { has: false, text: w('directory.none') }
                }
              />
            </LitPart>
            {(clusters[side]?.shown ?? []).map((cpu, i) => (
              <Cpu
                key={cpu}
                box={places.cpus[side][i]}
                cpu={cpu}
                owns={cpu === cpus[0] ? 'x' : cpu === cpus[1] ? 'y' : null}
                waits={cpu === asker && asker === cpus[0] && transfer !== null && !isThere}
                lighting={lighting}
              />
            ))}
          </g>
        );
      })}
      <Asked path={question(places, to)} by={asker === cpus[0] ? 'x' : 'y'} n={roomy ? 1 : null} />
      {far && (
        <LitPart part="across" of={lighting}>
          <Asked path={onward(places, to.cluster)} by={asker === cpus[0] ? 'x' : 'y'} n={roomy ? 2 : null} far />
        </LitPart>
      )}
      <LitPart part="way" of={lighting}>
        <path className="struct-way" data-far={far} d={pathOf(way)} />
        <Arrow path={way} className="directory-arrived" />
        {!isThere && (
          <StructLine {...line} x={token.x - size.w / 2} y={token.y - size.h / 2} width={size.w} height={size.h} />
        )}
        {roomy && <Order n={far ? 3 : 2} {...along(way, 0.1)} />}
      </LitPart>
      {word && roomy && (
        <NewWord
          word={word}
          left={places.clusters[1].x + 8}
          right={width - 20}
          y={places.middle + places.lists[0].h / places.rows - 25}
          width={250}
          to={[places.lists[0].x + places.lists[0].w, places.middle + places.lists[0].h / places.rows]}
        />
      )}
    </g>
  );
}

interface ListProps {
  readonly places: DirectoryPlaces;
  readonly side: 0 | 1;
  readonly line: { readonly bytes: number; readonly holds: { readonly x?: number; readonly y?: number } };
  /** What it answers about the line; null: it is not asked. */
  readonly said: { readonly has: boolean; readonly text: string } | null;
}

/** The list of a cluster: a row for each line; the others stay grey. */
function List({ places: { lists, rows, columns }, side, line, said }: ListProps) {
  const w = useOne();
  const { x, y, w: width, h } = lists[side];
  const row = h / rows;
  const roomy = columns === 2;
  const sign = roomy ? 40 : 22;
  const middle = (rows - 1) / 2;
  return (
    <g className="directory-list">
      <text
        className="figure-strong"
        x={side === 0 ? x + width : x}
        y={y - (roomy ? 5 : 26)}
        textAnchor={side === 0 ? 'end' : 'start'}
      >
        {w('directory.tag')}
      </text>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <g key={i}>
          <rect className="directory-row" x={x} y={y + i * row + 1} width={width} height={row - 2} />
          {i !== middle && (
            <rect className="directory-other" x={x + 7} y={y + (i + 0.5) * row - 4} width={sign} height={8} />
          )}
        </g>
      ))}
      {said && (
        <g className="directory-answer" data-has={said.has}>
          <rect x={x - 1} y={y + middle * row} width={width + 2} height={row} rx={3} />
          {roomy &&
            (said.has ? (
              <StructLine {...line} x={x + 7} y={y + (middle + 0.5) * row - 5} width={sign} height={10} />
            ) : (
              <rect
                className="directory-gone"
                x={x + 7}
                y={y + (middle + 0.5) * row - 5}
                width={sign}
                height={10}
                rx={2}
              />
            ))}
          <text
            className="figure-strong"
            x={roomy ? x + width - 7 : x + width / 2}
            y={y + (middle + 0.5) * row}
            textAnchor={roomy ? 'end' : 'middle'}
            dominantBaseline="central"
          >
            {said.text}
          </text>
        </g>
      )}
    </g>
  );
}

interface CpuProps {
  readonly box: Rect | undefined;
  readonly cpu: number;
  readonly owns: 'x' | 'y' | null;
  readonly waits: boolean;
  readonly lighting: Lighting;
}

function Cpu({ box, cpu, owns, waits, lighting }: CpuProps) {
  const words = useOne();
  if (!box) return null;
  const { x, y, w, h } = box;
  const name = owns && words(owns === 'x' ? 'directory.reader' : 'directory.writer');
  const shape = Math.min(13, Math.max(7, Math.min(w, h) * 0.16));
  const named = h >= 44 && w >= 56;
  const drawn = (
    <g data-waits={waits || undefined}>
      <rect className={owns ? `struct-cpu struct-${owns}` : 'directory-idle'} x={x} y={y} width={w} height={h} rx={5} />
      {owns && (
        <path
          className={`struct-shape struct-${owns}`}
          d={shapePath(roleShape('job'), shape)}
          transform={`translate(${x + (named ? w / 2 : 16)} ${y + h * (named ? 0.38 : 0.5)})`}
        />
      )}
      {named && name && (
        <text x={x + w / 2} y={y + h - 10} textAnchor="middle">
          {name}
        </text>
      )}
      <text className="figure-quiet" x={x + w - 6} y={y + 15} textAnchor="end">
        {cpu}
      </text>
    </g>
  );
  return owns ? (
    <LitPart part={owns === 'x' ? 'reader' : 'writer'} of={lighting}>
      {drawn}
    </LitPart>
  ) : (
    drawn
  );
}

interface PathProps {
  readonly path: readonly { readonly x: number; readonly y: number }[];
}

function Asked({
  path,
  by,
  n,
  far = false,
}: PathProps & { readonly by: 'x' | 'y'; readonly n: number | null; readonly far?: boolean }) {
  const at = along(path, far ? 0.5 : 0.62);
  return (
    <g className={`directory-asked struct-${by}`} data-far={far}>
      <path d={pathOf(path)} />
      <Arrow path={path} className="directory-head" />
      {n !== null && <Order n={n} {...at} />}
    </g>
  );
}

/** The head of an arrow at the end of a path. */
function Arrow({ path, className }: PathProps & { readonly className: string }) {
  const [before, end] = path.slice(-2);
  if (!before || !end) return null;
  const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  return <path className={className} d="M0 0l-9 -6v12Z" transform={`translate(${end.x} ${end.y}) rotate(${turn})`} />;
}

function Signs({ y, width }: { readonly y: number; readonly width: number }) {
  const w = useOne();
  const signs = [
    {
      key: 'asked',
      sign: (
        <g className="directory-asked struct-x" data-far="false">
          <path d="M0 -4H36" />
        </g>
      ),
    },
    { key: 'near', sign: <path className="struct-way" data-far="false" d="M0 -4H36" /> },
    { key: 'far', sign: <path className="struct-way" data-far="true" d="M0 -4H36" /> },
  ] as const;
  return (
    <Legend
      y={y}
      width={width}
      signs={signs.map((sign) => ({ ...sign, width: 36, text: w(`directory.sign.${sign.key}`) }))}
    />
  );
}
