/** Published values beside those of our record, as bars: gains by load, or values of both variants. */
import { LANE_KEYS } from '../../state/view';
import { textWidth } from '../../ui/fitting';
import { useWidth } from '../../ui/useWidth';
import { signed, significant } from '../../words/format';
import { onto } from './curve';
import { Bars } from './figures/Bars';
import record from './generated/record.json';
import { useRecordWords } from './recordWords';
import { lightPart, useStory } from './store';
import './record.css';

interface Gain {
  readonly published: number;
  readonly simulated: number;
  /** Half of the 95 % interval of ours. */
  readonly half: number;
}

export interface RecordRow {
  readonly row: string;
  readonly load: string;
  readonly published: number;
  readonly simulated: number;
  readonly gain: Gain | null;
}

export interface RecordTable {
  readonly author: string;
  readonly date: string;
  /** One number, or the fewest and the most. */
  readonly seeds: string;
  readonly unit: string;
  readonly rows: readonly RecordRow[];
}

const RECORD: Readonly<Record<string, RecordTable>> = record;

/** The rows with a gain, of tables with several loads; otherwise none. */
export function gainsIn({ rows }: RecordTable) {
  const gains = rows.flatMap(({ load, gain }) => (gain ? [{ load, ...gain }] : []));
  return gains.length > 1 ? gains : [];
}

export function Record({ table }: { readonly table: string }) {
  const w = useRecordWords();
  const lit = useStory((state) => state.lit);
  const about = RECORD[table];
  if (!about) return null;
  const gains = gainsIn(about);
  const by = { author: about.author, year: about.date.slice(0, 4), seeds: about.seeds };
  if (gains.length > 0) return <Gains gains={gains} by={by} table={table} />;
  const [a, b] = about.rows;
  const value = (row: RecordRow | undefined, of: 'published' | 'simulated') => row?.[of] ?? 0;
  return (
    <Bars
      title={w('title')}
      unit={w('values', { unit: about.unit })}
      bars={(['published', 'simulated'] as const).flatMap((of) =>
        [a, b].map((row, i) => ({
          lane: LANE_KEYS[i] ?? 'a',
          name: w(`of.${of}`),
          value: value(row, of),
          text: `${significant(value(row, of))}${i > 0 ? ` · ${signed(100 * (value(row, of) / value(a, of) - 1), 0)}\u00a0%` : ''}`,
        })),
      )}
      of={{ lit, onLit: lightPart }}
    >
      <p className="figure-remark">{w('by', by)}</p>
    </Bars>
  );
}

/** `w`: before the width is known. */
const SIZE = { w: 450, h: 190, left: 34, top: 18, bottom: 30 } as const;
const MOST_BAR = 34;
/** Size of the text, as in the style sheet. */
const TEXT = 13;

interface GainsProps {
  readonly table: string;
  readonly gains: readonly (Gain & { readonly load: string })[];
  readonly by: { readonly author: string; readonly year: string; readonly seeds: string };
}

function Gains({ table, gains, by }: GainsProps) {
  const w = useRecordWords();
  const { ref, width: measured } = useWidth<HTMLElement>();
  const width = measured || SIZE.w;
  const all = gains.flatMap(({ published, simulated, half }) => [published, simulated - half, simulated + half]);
  const range = [Math.min(0, ...all) - 0.6, Math.max(0, ...all) + 0.6] as const;
  const { at: y } = onto(range, [SIZE.h - SIZE.bottom, SIZE.top]);
  const each = (width - SIZE.left) / gains.length;
  const bar = Math.min(MOST_BAR, (each - 12) / 2);
  const ticks = [-5, 0, 5, 10].filter((tick) => tick >= range[0] && tick <= range[1]);
  const load = (one: string) => w('groups', { groups: one.replace('-g ', '') });
  const isNarrow = gains.some(({ load: name }) => textWidth(load(name), TEXT) > each - 6);
  const shortLoad = (one: string) => w('groups.short', { groups: one.replace('-g ', '') });
  return (
    <section className="figure-result" ref={ref}>
      <header>
        <h3>{w('title')}</h3>
        <small>{w('gains')}</small>
      </header>
      <svg className="record-gains" viewBox={`0 0 ${width} ${SIZE.h}`} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick} className="record-tick" data-zero={tick === 0}>
            <path d={`M${SIZE.left} ${y(tick)}H${width}`} />
            <text x={SIZE.left - 6} y={y(tick)} textAnchor="end" dominantBaseline="central">
              {tick === 0 ? '0' : signed(tick, 0)}
            </text>
          </g>
        ))}
        {gains.map(({ load: name, published, simulated, half }, i) => {
          const middle = SIZE.left + (i + 0.5) * each;
          return (
            <g key={name}>
              <Column x={middle - bar - 3} y={y} width={bar} value={published} of="published" />
              <Column
                x={middle + 3}
                y={y}
                width={bar}
                value={simulated}
                of="simulated"
                edge={simulated < 0 ? -half : half}
              />
              <path
                className="record-spread"
                d={`M${middle + 3 + bar / 2} ${y(simulated - half)}V${y(simulated + half)}`}
              />
              <text className="record-load" x={middle} y={SIZE.h - 6} textAnchor="middle">
                {isNarrow ? shortLoad(name) : load(name)}
              </text>
            </g>
          );
        })}
      </svg>
      <p className="figure-remark record-legend">
        <span>
          <i data-of="published" />
          {w('published', by)}
        </span>
        <span>
          <i data-of="simulated" />
          {w('simulated', by)}
        </span>
      </p>
      <table className="visually-hidden" data-record={table}>
        <caption>{w('gains')}</caption>
        <thead>
          <tr>
            <th scope="col">{w('load')}</th>
            <th scope="col">{w('of.published')}</th>
            <th scope="col">{w('of.simulated')}</th>
          </tr>
        </thead>
        <tbody>
          {gains.map(({ load: name, published, simulated, half }) => (
            <tr key={name}>
              <th scope="row">{load(name)}</th>
              <td>{signed(published)} %</td>
              <td>
                {signed(simulated)} ± {half.toFixed(1)} %
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ColumnProps {
  readonly x: number;
  readonly y: (gain: number) => number;
  readonly width: number;
  readonly value: number;
  readonly of: 'published' | 'simulated';
  /** The end of the spread, beyond the value. */
  readonly edge?: number;
}

const Column = ({ x, y, width, value, of, edge = 0 }: ColumnProps) => (
  <>
    <rect
      className="record-bar"
      data-of={of}
      x={x}
      y={Math.min(y(0), y(value))}
      width={width}
      height={Math.max(1, Math.abs(y(value) - y(0)))}
      rx={2}
    />
    <text
      className="record-value"
      data-of={of}
      x={x + width / 2}
      y={y(value + edge) + (value < 0 ? 14 : -5)}
      textAnchor="middle"
    >
      {signed(value)}
    </text>
  </>
);
