/** A lane of the struct's figure: the CPUs of both threads, and the line that moves between them. */
import { writeCpuList } from '../../../scenario/cpuList';
import type { MachineDescription } from '../../../scenario/generated/types';
import { roleShape } from '../../../signs/palette';
import { shapePath } from '../../../signs/shapes';
import type { Rect } from '../../../ui/geometry';
import { duration } from '../../../words/format';
import type { StepWords } from '../types';
import { LitPart, NewWord, Order } from './Frame';
import { useOne } from './one';
import { StructLine, type StructLineProps } from './StructLine';
import { unitCpus } from './sheets';
import { cachesAt, isLow, lanePlaces, lineIn, wordsIn } from './structLane';
import { useTransfer } from './transfer';
import type { Lighting } from './types';

interface StructLaneProps {
  readonly lane: number;
  readonly machine: MachineDescription;
  /** Of the reader and the writer; none before they run. */
  readonly cpus: readonly number[];
  readonly step: string;
  /** What each line of the struct holds: one line, or that of x and that of y. */
  readonly lines: readonly StructLineProps['holds'][];
  /** Of a line. */
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly roomy: boolean;
  readonly costNs: number | null;
  readonly word: StepWords['word'] | undefined;
  readonly lighting: Lighting;
}

export function StructLane(props: StructLaneProps) {
  const { lane, machine, cpus, step, lines, bytes, width, height, roomy, costNs, word, lighting } = props;
  const w = useOne();
  const [reader = -1, writer = -1] = cpus;
  const [ofReader = {}, ofWriter = ofReader] = lines;
  const shared = lines.length === 1;
  const transfer = useTransfer(lane);
  const moves = step !== 'places' && step !== 'cluster' && cpus.length > 0 && shared;
  const caches = shared ? cachesAt(moves ? transfer : null, reader) : { reader: true, writer: true, waits: false };
  const { clusters, cpus: slots, way, gaps } = lanePlaces(width, height);
  const units = unitCpus(machine);
  const first = units.find((unit) => unit.includes(reader)) ?? units[0] ?? [];
  const near = first.includes(writer);
  const second =
    near || writer < 0
      ? (units.find((unit) => unit !== first) ?? [])
      : (units.find((unit) => unit.includes(writer)) ?? []);
  const beside = near ? writer : (first.find((cpu) => cpu !== reader) ?? -1);
  const writing = slots[near ? 1 : 2];
  const ends = [lineIn(slots[0]), lineIn(writing)].map(({ y, h }) => y + h / 2) as [number, number];
  const showsLines = step !== 'cluster';
  const label = near ? 'struct.near' : 'struct.far';
  return (
    <g className="struct-lane">
      <rect className="struct-machine" width={width} height={height} rx={10} />
      {clusters.map(({ x, y, w: cw, h }, i) => (
        <g key={y} className="figure-moves" style={{ opacity: i === 1 && near ? 0.35 : 1 }}>
          <LitPart part={`cluster-${i}`} of={lighting}>
            <rect className="struct-cluster" x={x} y={y} width={cw} height={h} rx={8} />
            <text className="figure-quiet" x={x + 12} y={y + 17}>
              {w('struct.cluster', { cpus: writeCpuList(i === 0 ? first : second) })}
            </text>
          </LitPart>
        </g>
      ))}
      {!near && writer >= 0 && <Idle box={slots[1]} cpu={beside} />}
      {near && <Idle box={slots[2]} cpu={second[0] ?? -1} dim />}
      {moves && showsLines && (
        <LitPart part="way" of={lighting}>
          <path
            className="struct-way"
            data-far={!near}
            d={`M${slots[0].x + slots[0].w} ${ends[0]}H${way - 9}q9 0 9 9V${ends[1] - 9}q0 9 -9 9H${writing.x + writing.w}`}
          />
          {transfer && transfer.done < 1 && (
            <Token {...tokenAt(ends, transfer.to === reader, transfer.done)} x={way} bytes={bytes} holds={ofReader} />
          )}
          <text className="figure-strong" x={slots[0].x} y={gaps[near ? 0 : 1]} dominantBaseline="central">
            {costNs !== null && w(roomy ? label : `${label}.short`, { ns: duration(costNs) })}
          </text>
        </LitPart>
      )}
      {cpus.length > 0 && (
        <>
          <LitPart part="reader" of={lighting}>
            <Thread
              box={slots[0]}
              cpu={reader}
              name={w(caches.waits ? 'struct.waits' : 'struct.reads')}
              owns="x"
              waits={caches.waits}
            >
              {showsLines && (
                <Cache box={slots[0]} valid={caches.reader} bytes={bytes} holds={ofReader} lost={w('struct.lost')} />
              )}
            </Thread>
          </LitPart>
          <LitPart part="writer" of={lighting}>
            <Thread box={writing} cpu={writer} name={w('struct.adds')} owns="y" waits={false}>
              {showsLines && <Cache box={writing} valid={caches.writer} bytes={bytes} holds={ofWriter} lost="" />}
            </Thread>
          </LitPart>
          {moves && showsLines && roomy && (
            <>
              <Order n={1} x={writing.x + writing.w} y={ends[1] + 15} />
              <Order n={2} x={slots[0].x + slots[0].w} y={ends[0] + 15} />
              <Order n={3} x={way + 20} y={(ends[0] + ends[1]) / 2} />
            </>
          )}
        </>
      )}
      {word && roomy && near && (
        <NewWord
          word={word}
          left={slots[2].x + 10}
          right={slots[2].x + slots[2].w - 10}
          y={clusters[1].y + (clusters[1].h - 50) / 2 + 8}
          width={270}
          to={[
            showsLines ? lineIn(writing).x + 30 : slots[2].x + 60,
            showsLines ? lineIn(writing).y + lineIn(writing).h : clusters[0].y + clusters[0].h,
          ]}
        />
      )}
    </g>
  );
}

/** The token on the upright piece of the way. */
export function tokenAt([reader, writer]: readonly [number, number], toReader: boolean, done: number) {
  const [from, to] = toReader ? [writer, reader] : [reader, writer];
  return { y: from + (to - from) * done, up: to < from };
}

const TOKEN = { w: 56, h: 22 } as const;

/** The line on its way, upright. */
function Token({
  x,
  y,
  up,
  ...line
}: { readonly x: number; readonly y: number; readonly up: boolean } & Pick<StructLineProps, 'bytes' | 'holds'>) {
  const turn = up ? -1 : 1;
  return (
    <g className="struct-token" transform={`translate(${x} ${y})`}>
      <g transform="rotate(90)">
        <StructLine {...line} x={-TOKEN.w / 2} y={-TOKEN.h / 2} width={TOKEN.w} height={TOKEN.h} />
      </g>
      <path d={`M-6 ${turn * 34}l6 ${turn * 6}l6 ${-turn * 6}`} />
    </g>
  );
}

function Idle({
  box: { x, y, w, h },
  cpu,
  dim = false,
}: {
  readonly box: Rect;
  readonly cpu: number;
  readonly dim?: boolean;
}) {
  const words = useOne();
  return (
    <g className="struct-idle" opacity={dim ? 0.35 : 1}>
      <rect x={x} y={y} width={w} height={h} rx={5} />
      <text className="figure-quiet" x={x + 16} y={y + h / 2} dominantBaseline="central">
        {!dim && words('struct.idle')}
      </text>
      <Cpu box={{ x, y, w, h }} cpu={cpu} />
    </g>
  );
}

const Cpu = ({ box: { x, y, w }, cpu }: { readonly box: Rect; readonly cpu: number }) => (
  <text className="figure-quiet" x={x + w - (w > 200 ? 7 : 4)} y={y + 16} textAnchor="end">
    {cpu}
  </text>
);

interface ThreadProps {
  readonly box: Rect;
  readonly cpu: number;
  readonly name: string;
  readonly owns: 'x' | 'y';
  readonly waits: boolean;
  readonly children: React.ReactNode;
}

function Thread({ box, cpu, name, owns, waits, children }: ThreadProps) {
  const { x, y, w, h } = box;
  const middle = wordsIn(box);
  // Beside the line there is less room for the words.
  const isLarge = w > (isLow(box) ? 300 : 200);
  const shape = isLarge ? 11 : 7;
  return (
    <g data-waits={waits || undefined}>
      <rect className={`struct-cpu struct-${owns}`} x={x} y={y} width={w} height={h} rx={5} />
      <path
        className={`struct-shape struct-${owns}`}
        d={shapePath(roleShape('job'), shape)}
        transform={`translate(${x + (isLarge ? 2 : 1.6) * shape} ${middle})`}
      />
      <text
        className={isLarge ? 'figure-title' : 'figure-strong'}
        x={x + (isLarge ? 3.5 : 3) * shape}
        y={middle}
        dominantBaseline="central"
      >
        {name}
      </text>
      <Cpu box={box} cpu={cpu} />
      {children}
    </g>
  );
}

interface CacheProps extends Pick<StructLineProps, 'bytes' | 'holds'> {
  readonly box: Rect;
  readonly valid: boolean;
  readonly lost: string;
}

function Cache({ box, valid, bytes, holds, lost }: CacheProps) {
  const { x, y, w, h } = lineIn(box);
  if (valid) return <StructLine bytes={bytes} x={x} y={y} width={w} height={h} holds={holds} />;
  return (
    <g className="struct-lost">
      <rect x={x} y={y} width={w} height={h} rx={3} />
      <text className="figure-quiet" x={x + 8} y={y + h / 2} dominantBaseline="central">
        {lost}
      </text>
    </g>
  );
}
