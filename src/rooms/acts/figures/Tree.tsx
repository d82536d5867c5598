/** The map of scheduling domains above the machine: a sheet for each level. */
import { writeCpuList } from '../../../scenario/cpuList';
import { LANE_KEYS, type LaneKey } from '../../../state/view';
import type { Rect } from '../../../ui/geometry';
import { Bars } from './Bars';
import { at, Frame, LaneHead, Legend, LitPart, NewWord, twoLanes } from './Frame';
import { grid, type Levels, levelsOf, onSheet, SHEARED, SHEET, shear, unitCpus, WHOLE } from './sheets';
import { useTwo } from './two';
import type { FigureProps, Lighting, ResultProps } from './types';
import './tree.css';

const [HEAD, LEGEND] = [34, 34];
/** The names of the levels, beside low sheets. */
const BESIDE = 130;

export function Tree({ sight, seen, word, width, height, ...lighting }: FigureProps) {
  const w = useTwo();
  const { lane, roomy, x } = twoLanes(width);
  const levels = LANE_KEYS.map((_, i) => levelsOf(seen?.inspected[i]));
  const [a, b] = levels;
  const label = w('tree.label', { a: a?.first.length ?? '…', b: b?.first.length ?? '…' });
  const drawing = { machine: sight.machine, width: lane, height: height - HEAD - (roomy ? LEGEND : 0), roomy };
  return (
    <Frame width={width} height={height} label={label}>
      {LANE_KEYS.map((key, i) => (
        <LitPart key={key} part={key} of={lighting}>
          <g transform={`translate(${x(i)} 0)`}>
            <LaneHead
              lane={key}
              x={0}
              y={0}
              width={lane}
              title={w(roomy ? `tree.${key}` : `tree.${key}.short`)}
              {...(roomy &&
                levels[i] && {
                  note: w(levels[i].levels === 1 ? 'tree.levels.one' : 'tree.levels', { levels: levels[i].levels }),
                })}
            />
            <g transform={`translate(0 ${HEAD})`}>
              <Sheets lane={key} levels={levels[i] ?? null} {...drawing} lighting={lighting} />
            </g>
          </g>
        </LitPart>
      ))}
      {word && roomy && <Word word={word} height={drawing.height} width={lane} />}
      {roomy && <TreeLegend y={height - 14} width={width} />}
    </Frame>
  );
}

/** Three rows of sheets, as large as fits. */
function placed(width: number, height: number, labels: number) {
  const row = height / 3;
  const scale = Math.min(width / SHEARED.w, (row - labels - 8) / SHEARED.h);
  const top = (i: number) => i * row + labels + (row - labels - SHEARED.h * scale) / 2;
  return { scale, x: Math.min(width - SHEARED.w * scale, labels > 0 ? width : BESIDE), top };
}

interface SheetsProps {
  readonly lane: LaneKey;
  readonly levels: Levels | null;
  readonly machine: FigureProps['sight']['machine'];
  readonly width: number;
  readonly height: number;
  readonly roomy: boolean;
  readonly lighting: Lighting;
}

function Sheets({ lane, levels, machine, width, height, roomy, lighting }: SheetsProps) {
  const w = useTwo();
  const { scale, x, top } = placed(width, height, roomy ? 0 : 18);
  const units = unitCpus(machine);
  const between = (levels?.levels ?? 1) > 1;
  const first = new Set(levels?.first);
  const clusters = grid(WHOLE, units.length, 2, 13, 6);
  const labels = [
    { name: w('tree.chip'), note: w('tree.size', { cpus: machine.cpus }) },
    { name: w('tree.cluster'), note: w('tree.size', { cpus: levels?.first.length ?? '…' }) },
    { name: w('tree.cpus'), note: w('tree.machine') },
  ];
  const label = (i: number) => (
    <>
      <text className={roomy ? 'figure-title' : 'figure-strong'} y={top(i) - (roomy ? -14 : 6)}>
        {labels[i]?.name}
      </text>
      {roomy && (
        <text className="figure-quiet" y={top(i) + 33}>
          {labels[i]?.note}
        </text>
      )}
    </>
  );
  const upright = (corner: readonly [number, number], from: number, to: number) => {
    const [px, py] = onSheet(x, top(from), scale, corner);
    return <path className="tree-upright" d={`M${px} ${py}V${onSheet(x, top(to), scale, corner)[1]}`} />;
  };
  return (
    <g className={`tree-lane lane-${lane}`}>
      {[[18, 18] as const, [SHEET.w - 14, 18] as const].map((corner) => (
        <g key={corner[0]}>{upright(corner, 0, 2)}</g>
      ))}
      <LitPart part={`chip-${lane}`} of={lighting}>
        {label(0)}
        <g transform={shear(x, top(0), scale)}>
          <rect className="tree-domain" width={SHEET.w} height={SHEET.h} rx={12} />
          {grid(WHOLE, levels?.groups ?? 0, (levels?.groups ?? 0) > units.length ? 4 : 2, 13, 5).map((box) => (
            <rect key={`${box.x} ${box.y}`} className="tree-group" {...boxed(box)} rx={5} />
          ))}
        </g>
      </LitPart>
      {lane === 'b' && (
        <g className="figure-moves" style={{ ...at(0, between ? 0 : -40), opacity: between ? 1 : 0 }}>
          <LitPart part="cluster" of={lighting}>
            {label(1)}
            <g transform={shear(x, top(1), scale)}>
              {clusters.map((box, i) => (
                <rect
                  key={units[i]?.[0]}
                  className="tree-unit"
                  data-first={units[i]?.every((cpu) => first.has(cpu))}
                  {...boxed(box)}
                  rx={8}
                />
              ))}
            </g>
            {roomy &&
              clusters.map((box, i) => (
                <Label key={units[i]?.[0]} at={onSheet(x, top(1), scale, middle(box))}>
                  {writeCpuList(units[i] ?? [])}
                </Label>
              ))}
          </LitPart>
        </g>
      )}
      {label(2)}
      <g transform={shear(x, top(2), scale)}>
        <rect className="tree-ground" width={SHEET.w} height={SHEET.h} rx={12} />
        {clusters.map((box, i) => (
          <rect key={units[i]?.[0]} className="tree-cluster" {...boxed(box)} rx={8} />
        ))}
      </g>
      {[false, true].map((inFirst) => (
        <LitPart key={String(inFirst)} part={inFirst ? `first` : `rest-${lane}`} of={lighting}>
          {clusters.flatMap((box, i) =>
            grid(box, units[i]?.length ?? 0, 2, 6, 4).map((cell, j) => {
              const cpu = units[i]?.[j] ?? 0;
              if (first.has(cpu) !== inFirst) return null;
              return (
                <g key={cpu} className="tree-cpu" data-self={cpu === 0} data-first={inFirst}>
                  <rect transform={shear(x, top(2), scale)} {...boxed(cell)} rx={5} />
                  {(roomy ? cell.h * scale > 22 : cpu === 0 && scale > 0.6) && (
                    <Label at={onSheet(x, top(2), scale, middle(cell))}>{cpu}</Label>
                  )}
                </g>
              );
            }),
          )}
        </LitPart>
      ))}
    </g>
  );
}

const boxed = ({ x, y, w, h }: Rect) => ({ x, y, width: w, height: h });
const middle = ({ x, y, w, h }: Rect) => [x + w / 2, y + h / 2] as const;

const Label = ({
  at: [x, y],
  children,
}: {
  readonly at: readonly [number, number];
  readonly children: string | number;
}) => (
  <text x={x} y={y} textAnchor="middle" dominantBaseline="central">
    {children}
  </text>
);

/** In lane A, where B has a sheet and A has none. */
function Word({
  word,
  width,
  height,
}: Pick<FigureProps, 'width' | 'height'> & { readonly word: NonNullable<FigureProps['word']> }) {
  const { scale, x, top } = placed(width, height, 0);
  const to = onSheet(x, HEAD + top(0), scale, [SHEET.w / 2, SHEET.h]);
  return <NewWord word={word} right={width} y={HEAD + height / 2 - 25} width={250} to={to} />;
}

function TreeLegend({ y, width }: { readonly y: number; readonly width: number }) {
  const w = useTwo();
  const square = (className: string, x = 0) => (
    <rect className={className} x={x} y={-11} width={15} height={15} rx={3} />
  );
  const signs = [
    { key: 'self', width: 15, sign: square('tree-self') },
    {
      key: 'near',
      width: 35,
      sign: (
        <>
          {square('tree-near lane-a')}
          {square('tree-near lane-b', 20)}
        </>
      ),
    },
    { key: 'far', width: 15, sign: square('tree-far') },
    { key: 'up', width: 15, sign: <path className="tree-upright" d="M8 -12V6" /> },
  ] as const;
  return <Legend y={y} width={width} signs={signs.map((sign) => ({ ...sign, text: w(`tree.${sign.key}`) }))} />;
}

/** What the map decides: where a CPU looks first, what it compares, and how soon it looks again. */
export function TreeResults({ seen, ...lighting }: ResultProps) {
  const w = useTwo();
  const [a, b] = LANE_KEYS.map((_, i) => levelsOf(seen?.inspected[i]));
  if (!seen || !a || !b) return null;
  const both = [
    ['a', a],
    ['b', b],
  ] as const;
  const { cpus } = seen.machine;
  return (
    <>
      <Bars
        title={w('tree.first')}
        unit={w('tree.first.unit')}
        bars={both.map(([lane, { first }]) => ({
          lane,
          value: first.length,
          text: w('tree.size', { cpus: first.length }),
        }))}
        of={lighting}
      />
      <Bars
        title={w('tree.compared')}
        unit={w('tree.compared.unit')}
        bars={both.map(([lane, { groups }]) => ({
          lane,
          value: groups,
          text: w(groups === cpus ? 'tree.single' : 'tree.clusters', { groups }),
        }))}
        of={lighting}
      />
      <Bars
        title={w('tree.interval')}
        unit={w('tree.interval.unit')}
        bars={both.map(([lane, { intervalMs }]) => ({
          lane,
          value: intervalMs,
          text: w('tree.ms', { ms: intervalMs }),
        }))}
        of={lighting}
      >
        <p className="figure-remark">{w('tree.names')}</p>
      </Bars>
    </>
  );
}
