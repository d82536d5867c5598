/** The struct, its cache line, and the line at two threads: in one cluster, or in two. */
import { writeCpuList } from '../../../scenario/cpuList';
import type { MachineDescription, Scenario } from '../../../scenario/generated/types';
import { lineBytes } from '../../../scenario/placed';
import { useScenario } from '../../../state/scenario';
import { LANE_KEYS } from '../../../state/view';
import { duration } from '../../../words/format';
import { meanLocalNs } from '../measure';
import { at, Frame, LaneHead, LitPart, NewWord, twoLanes } from './Frame';
import { useOne } from './one';
import { StructLane } from './StructLaneView';
import { INT, StructLine, type StructLineProps } from './StructLine';
import type { FigureProps, Lighting } from './types';
import './struct.css';

const HEAD = 34;

/** The distance of the two numbers (bytes). */
export const strideOf = ({ workload }: Scenario): number => (workload.kind === 'sharing' ? workload.stride : INT);

/** Where the numbers are: on one line, or on two. */
export const linesOf = (stride: number, bytes: number): readonly StructLineProps['holds'][] =>
  stride < bytes ? [{ x: 0, y: stride }] : [{ x: 0 }, { y: stride % bytes }];

export function Struct({ sight, seen, step, word, width, height, ...lighting }: FigureProps) {
  const w = useOne();
  const stride = useScenario(({ document }) => strideOf(document));
  const lanes = useScenario(({ document }) => document.lanes);
  const [bytes = 0, bytesOfB = bytes] = lanes.map(({ features }) => lineBytes(features));
  const { lane, roomy, x } = twoLanes(width);
  const alone = step === 'places';
  const top = height < 360 ? 52 : roomy ? 84 : 66;
  const places = LANE_KEYS.map((_, i) => threadsIn(sight, i));
  const costs = LANE_KEYS.map((_, i) => seen?.lanes[i] && meanLocalNs(seen.lanes[i]));
  const [a, b] = alone || step === 'cluster' ? places.map((cpus) => writeCpuList(cpus)) : costs.map(nsText);
  const key =
    stride >= Math.max(bytes, bytesOfB)
      ? seen
        ? 'struct.label.apart'
        : 'struct.label.asked'
      : alone
        ? 'struct.label.places'
        : step === 'cluster'
          ? 'struct.label.cluster'
          : 'struct.label';
  return (
    <Frame width={width} height={height} label={w(key, { a: a ?? '', b: b ?? '', stride, bytes })}>
      <g className="figure-moves" style={at(0, alone ? height * 0.12 : 0)}>
        <Memory
          stride={stride}
          bytes={bytes}
          width={width}
          roomy={roomy}
          numbered={!alone}
          high={top > 80}
          lighting={lighting}
        />
      </g>
      <g className="figure-moves" style={{ ...at(0, alone ? 0 : -60), opacity: alone ? 1 : 0 }} aria-hidden={!alone}>
        <Threads bytes={bytes} width={width} height={height} roomy={roomy} lighting={lighting} />
        {alone && word && (
          <NewWord
            word={word}
            right={width}
            y={height * 0.78}
            width={Math.min(220, width * 0.44)}
            to={[width * 0.25, height * 0.68]}
          />
        )}
      </g>
      <g className="figure-moves" style={{ ...at(0, alone ? 40 : 0), opacity: alone ? 0 : 1 }} aria-hidden={alone}>
        {LANE_KEYS.map((side, i) => (
          <LitPart key={side} part={side} of={lighting}>
            <g transform={`translate(${x(i)} ${top})`}>
              <LaneHead
                lane={side}
                x={0}
                y={0}
                width={lane}
                title={w(unitsIn(sight.machine, places[i] ?? []) > 1 ? 'struct.two' : 'struct.one')}
              />
              <g transform={`translate(0 ${HEAD})`}>
                <StructLane
                  lane={i}
                  machine={sight.machine}
                  cpus={places[i] ?? []}
                  step={step}
                  lines={linesOf(stride, i === 0 ? bytes : bytesOfB)}
                  bytes={i === 0 ? bytes : bytesOfB}
                  width={lane}
                  height={height - top - HEAD - 8}
                  roomy={roomy}
                  costNs={costs[i] ?? null}
                  word={!alone && i === 0 ? word : undefined}
                  lighting={lighting}
                />
              </g>
            </g>
          </LitPart>
        ))}
      </g>
    </Frame>
  );
}

const nsText = (ns: number | null | undefined): string => (ns ? duration(ns) : '');

/** The CPUs of both threads, the reader's first; none before they run. */
export function threadsIn(
  { frames, machine }: Pick<FigureProps['sight'], 'frames' | 'machine'>,
  lane: number,
): readonly number[] {
  const at = (task: number) =>
    Array.from({ length: machine.cpus }, (_, cpu) => cpu).find((cpu) => frames[lane]?.running(cpu) === task);
  const [reader, writer] = [at(0), at(1)];
  return reader === undefined || writer === undefined ? [] : [reader, writer];
}

/** Number of units (clusters, where the machine has them) of some CPUs. */
export const unitsIn = ({ units }: MachineDescription, cpus: readonly number[]): number =>
  new Set(cpus.map((cpu) => units[cpu])).size;

interface MemoryProps {
  readonly stride: number;
  /** Of a line. */
  readonly bytes: number;
  readonly width: number;
  readonly roomy: boolean;
  /** The offset of y is written below it. */
  readonly numbered?: boolean;
  /** There is room for two rows of keys below the code. */
  readonly high?: boolean;
  readonly lighting: Lighting;
}

/** Where the line begins further to the left, its keys stand one below the other. */
const STACKED = 330;

/** The struct in memory: its line, or both. */
function Memory({ stride, bytes, width, roomy, numbered = true, high = false, lighting }: MemoryProps) {
  const w = useOne();
  const lines = linesOf(stride, bytes);
  const x = roomy ? Math.min(400, width * 0.46) : 0;
  const each = (width - x - (lines.length - 1) * 8) / lines.length;
  return (
    <>
      {roomy && (
        <>
          <text className="struct-code" y={18}>
            {'struct { int x, y; } s;'}
          </text>
          {(x < STACKED && !high ? [] : (['reader', 'writer'] as const)).map((role, i) => (
            <g
              key={role}
              className="struct-key"
              transform={x < STACKED ? `translate(0 ${40 + i * 18})` : `translate(${i * 185} 40)`}
            >
              <rect className={i === 0 ? 'struct-x' : 'struct-y'} y={-11} width={13} height={13} />
              <text x={20}>{w(`struct.${role}`)}</text>
            </g>
          ))}
        </>
      )}
      <LitPart part="line" of={lighting}>
        {lines.map((holds, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <g key={i}>
            <StructLine bytes={bytes} x={x + i * (each + 8)} y={0} width={each} height={30} holds={holds} />
            <text className="figure-quiet" x={x + i * (each + 8) + each} y={46} textAnchor="end">
              {w('struct.bytes', { bytes })}
            </text>
          </g>
        ))}
        {numbered && lines.length === 1 && (
          <text className="figure-quiet" x={x + (stride / bytes) * each} y={46}>
            {stride}
          </text>
        )}
      </LitPart>
    </>
  );
}

/** Both threads below the struct, each on a CPU. */
function Threads({ bytes, width, height, roomy, lighting }: Omit<MemoryProps, 'stride'> & { readonly height: number }) {
  const w = useOne();
  const line = roomy ? Math.min(400, width * 0.46) : 0;
  const cell = (width - line) / (bytes / INT);
  const [cw, ch, y] = [width * 0.36, height * 0.2, height * 0.46];
  return (['x', 'y'] as const).map((name, i) => {
    const x = width * (0.25 + 0.5 * i) - cw / 2;
    const to = line + (i + 0.5) * cell;
    return (
      <LitPart key={name} part={i === 0 ? 'reader' : 'writer'} of={lighting}>
        <path
          className={`struct-link struct-${name}`}
          d={`M${x + cw / 2} ${y}V${y - 20 - 14 * i}H${to}V${height * 0.12 + 34}`}
        />
        <rect className={`struct-cpu struct-${name}`} x={x} y={y} width={cw} height={ch} rx={6} />
        <text className="figure-title" x={x + cw / 2} y={y + ch / 2} textAnchor="middle" dominantBaseline="central">
          {w(i === 0 ? 'struct.reads' : 'struct.adds')}
        </text>
      </LitPart>
    );
  });
}
