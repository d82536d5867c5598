/** The gain over the load: axes and the reader's guess, then the measured curve, and the situation behind each piece. */
import { area, curveMonotoneX } from 'd3-shape';
import type { CSSProperties } from 'react';
import { roleShape } from '../../../signs/palette';
import { shapePath } from '../../../signs/shapes';
import { signed } from '../../../words/format';
import { isWhole, type Measured, measured, onto, topOf } from '../curve';
import { GainAxes } from '../GainAxes';
import { useInteractiveWords } from '../interactive';
import { smooth } from '../smooth';
import { stepOf, useStory } from '../store';
import { at, Frame, Legend, LitPart } from './Frame';
import { CELLS, type Cell, type HumpPlaces, humpPlaces, pointsOf, SITUATIONS, type Situation } from './situations';
import { useTwo } from './two';
import type { FigureProps } from './types';
import './hump.css';

const ROOMY = 560;
/** In percent. */
const percent = (gain: number): string => signed(100 * gain);

export function Hump({ seen, width, height, ...lighting }: FigureProps) {
  const w = useTwo();
  const words = useInteractiveWords();
  const sketched = useStory(({ opened }) => (opened ? stepOf(opened).step.sketch : undefined));
  const guess = useStory((state) => state.guess);
  if (!sketched) return null;
  const { loads } = sketched;
  const truth = seen ? measured(sketched, seen) : [];
  const points = pointsOf(truth);
  const guessed = guess.length === loads.length;
  const roomy = width >= ROOMY;
  const places = humpPlaces(width, height, roomy);
  const { plot } = places;
  const range = domainOf(truth, guess);
  const { at: x } = onto([loads[0] ?? 0, loads.at(-1) ?? 1], [plot.left, plot.right]);
  const { at: y } = onto(range, [plot.bottom, plot.top]);
  const band = area<Measured>()
    .curve(curveMonotoneX)
    .x(({ load }) => x(load))
    .y0(({ least }) => y(least))
    .y1(({ most }) => y(most));
  const label = points
    ? w('hump.label', {
        top: points.half.load,
        gain: percent(points.half.mean),
        few: points.few.load,
        low: percent(points.few.mean),
        many: points.many.load,
        high: percent(points.many.mean),
      })
    : w('hump.label.open');
  return (
    <Frame width={width} height={height} label={label}>
      {roomy && (
        <text className="figure-quiet" y={plot.top - 14}>
          {w('hump.unit')}
        </text>
      )}
      <GainAxes
        plot={plot}
        loads={loads}
        x={x}
        y={y}
        range={range}
        guess={guess}
        axis={words('sketch.axis')}
        strong={points?.half.load}
      />
      {guessed && isWhole(guess) && points && roomy && (
        <text
          className="hump-yours figure-strong"
          x={x(topOf(loads, guess))}
          y={y(Math.max(...guess)) - 10}
          textAnchor="middle"
        >
          {w('hump.sign.guess')}
        </text>
      )}
      {points && (
        <LitPart part="b" of={lighting}>
          <path className="hump-band" d={band([...truth]) ?? ''} />
          <path
            className="hump-curve"
            pathLength={1}
            d={smooth(truth.map(({ load, mean }) => [x(load), y(mean)] as const))}
          />
          {truth.map(({ load, mean }) => (
            <circle key={load} className="hump-point" cx={x(load)} cy={y(mean)} r={4} />
          ))}
          <text className="hump-top figure-strong" x={x(points.half.load) + 10} y={y(points.half.mean) - 10}>
            {w('hump.measured', { gain: percent(points.half.mean) })}
          </text>
        </LitPart>
      )}
      {SITUATIONS.map((situation, i) => {
        const point = points?.[situation];
        return (
          <g key={situation} className="figure-moves" style={{ opacity: point ? 1 : 0 }} aria-hidden={!point}>
            <LitPart part={situation} of={lighting}>
              <g style={at(i * (places.box.w + places.box.gap), 0)}>
                <Pictured situation={situation} {...places} />
                <text className="figure-strong" y={places.box.h + 16}>
                  {w(`hump.${situation}`)}
                </text>
                {places.caption > 20 && (
                  <text className="figure-quiet" y={places.box.h + 35}>
                    {w(`hump.${situation}.note`)}
                  </text>
                )}
              </g>
              {point && (
                <>
                  <path
                    className="hump-lead"
                    d={`M${x(point.load)} ${places.box.h + places.caption + 6}V${y(point.mean)}`}
                  />
                  <circle className="hump-dot" cx={x(point.load)} cy={y(point.mean)} r={5} />
                </>
              )}
            </LitPart>
          </g>
        );
      })}
      <LitPart part="b" of={lighting}>
        <text className="figure-title hump-title" y={plot.top - (roomy ? 34 : 12)}>
          {w('hump.title')}
        </text>
      </LitPart>
      {roomy && <HumpLegend y={height - 8} width={width} guessed={guessed} />}
    </Frame>
  );
}

/** The gains on the axis: the measured ones and the guess, always with zero and a tenth. */
export function domainOf(truth: readonly Measured[], guess: readonly (number | null)[]): [number, number] {
  const all = [
    ...truth.flatMap(({ least, most }) => [least, most]),
    ...guess.flatMap((gain) => gain ?? []),
    -0.03,
    0.1,
  ];
  return [Math.min(...all) - 0.005, Math.max(...all) + 0.01];
}

function Pictured({ situation, box: { w, h } }: HumpPlaces & { readonly situation: Situation }) {
  const [near, far] = CELLS[situation];
  const cluster = (w - 8 - 12) / 2;
  const [cw, ch] = [(cluster - 15) / 2, (h - 8 - 15) / 2];
  const place = (right: number, i: number) =>
    [4 + right * (cluster + 12) + 5 + (i % 2) * (cw + 5), 4 + 5 + Math.floor(i / 2) * (ch + 5)] as const;
  const all = [near, far].flatMap((cells, right) => cells.map((cell, i) => ({ cell, at: place(right, i) })));
  const middle = ([x, y]: readonly [number, number]) => `${x + cw / 2} ${y + ch / 2}`;
  const waker = all[0]?.at ?? [0, 0];
  return (
    <g className="hump-situation">
      <rect className="hump-machine" width={w} height={h} rx={8} />
      {[0, 1].map((right) => (
        <rect
          key={right}
          className="hump-cluster"
          x={4 + right * (cluster + 12)}
          y={4}
          width={cluster}
          height={h - 8}
          rx={6}
        />
      ))}
      {all.map(({ cell, at: [x, y] }) => (
        <Cpu key={`${x} ${y}`} cell={cell} x={x} y={y} w={cw} h={ch} />
      ))}
      {all
        .filter(({ cell }) => cell.goes && !cell.target)
        .map(({ cell, at }) => (
          <path
            key={cell.goes?.join()}
            className="hump-way"
            data-far={cell.goes?.includes('a')}
            d={`M${middle(waker)}L${middle(at)}`}
          />
        ))}
      {all.flatMap(({ cell, at: [x, y] }) =>
        (cell.goes ?? []).map((lane, i) => (
          <g
            key={lane}
            className={`figure-head lane-${lane}`}
            transform={`translate(${x + cw - 6 - 17 * i} ${y + ch - 4})`}
          >
            <circle r={8} />
            <text className="figure-badge" textAnchor="middle" dominantBaseline="central">
              {lane.toUpperCase()}
            </text>
          </g>
        )),
      )}
    </g>
  );
}

const WOKEN = { '--own': 'var(--group-0)', '--own-edge': 'var(--group-edge-0)' } as CSSProperties;

function Cpu({
  cell,
  x,
  y,
  w,
  h,
}: {
  readonly cell: Cell;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}) {
  const { runs, waits, target, goes } = cell;
  const r = Math.min(w, h) * 0.3;
  const own = runs && {
    '--own': `var(--group-${runs[0]})`,
    '--own-edge': `var(--group-edge-${runs[0]})`,
    '--own-tint': `var(--group-tint-${runs[0]})`,
  };
  return (
    <g
      className="hump-cpu"
      data-runs={runs !== undefined || undefined}
      style={own as CSSProperties}
      transform={`translate(${x} ${y})`}
    >
      <rect width={w} height={h} rx={4} />
      {target && <rect className="hump-target" x={-2.5} y={-2.5} width={w + 5} height={h + 5} rx={6} />}
      {runs && <path d={shapePath(roleShape(runs[1]), r)} transform={`translate(${w / 2} ${h / 2})`} />}
      {waits && <rect className="hump-waits" x={5} y={h - 8} width={w * 0.3} height={4} />}
      {goes && !runs && <circle className="hump-woken" cx={w / 2} cy={h / 2} r={r * 0.92} style={WOKEN} />}
    </g>
  );
}

function HumpLegend({ y, width, guessed }: { readonly y: number; readonly width: number; readonly guessed: boolean }) {
  const w = useTwo();
  const signs = [
    {
      key: 'woken',
      width: 36,
      sign: (
        <g style={WOKEN}>
          <path className="hump-shape" d={shapePath(roleShape('client'), 8)} transform="translate(8 -4)" />
          <circle className="hump-woken" cx={29} cy={-4} r={7} />
        </g>
      ),
    },
    { key: 'target', width: 17, sign: <rect className="hump-target" x={1} y={-12} width={16} height={16} rx={4} /> },
    { key: 'wait', width: 15, sign: <rect className="hump-waits" x={1} y={-6} width={14} height={4} /> },
    { key: 'guess', width: 34, sign: <path className="gain-guess" d="M2 -4H34" /> },
  ] as const;
  const shown = signs.filter(({ key }) => key !== 'guess' || guessed);
  return <Legend y={y} width={width} signs={shown.map((sign) => ({ ...sign, text: w(`hump.sign.${sign.key}`) }))} />;
}
