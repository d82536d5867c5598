import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { rungs } from '../../ui/rungs';
import { t } from '../../words';
import { signed } from '../../words/format';
import { restsWord, useRestsWords } from '../../words/rests';
import { EFFECTS, type Effect, nearest, STANDS, type Stands } from './effects';
import { REPORT, type RowReport } from './report';
import './scatter.css';
import { authorOf, interval, machineOf, tableKey, type Words } from './sentences';
import { useWords } from './words';

/** A pointer this near (px) means a point. */
const NEAR = 16;

const ends = (values: readonly number[]): [number, number] => {
  const [low = 0, high = 0] = extent(values);
  return [Math.min(low, -5) * 1.06, Math.max(high, 5) * 1.06];
};
const X = scaleLinear(ends(EFFECTS.map(({ published }) => published)), [0, 100]);
const Y = scaleLinear(ends(EFFECTS.map(({ simulated }) => simulated)), [100, 0]);
const GRID = rungs(Y.domain()[0] ?? 0, Y.domain()[1] ?? 0);
const x = (value: number) => `${X(value)}%`;
const y = (value: number) => `${Y(value)}%`;
/** In the order in which the arrow keys go through them. */
const SORTED = [...EFFECTS].sort((a, b) => a.published - b.published || a.simulated - b.simulated);
/** Wrong points are drawn on top. */
const DRAWN = STANDS.flatMap((stands) => EFFECTS.filter((effect) => effect.stands === stands)).sort(
  (a, b) => Number(a.stands === 'wrong') - Number(b.stands === 'wrong'),
);
/** The line of equal simulated and published values. */
const LINE = [
  Math.max(X.domain()[0] ?? 0, Y.domain()[0] ?? 0),
  Math.min(X.domain()[1] ?? 0, Y.domain()[1] ?? 0),
] as const;

export interface ScatterProps {
  readonly chosen: Effect | null;
  /**
   * The point was chosen elsewhere while the plot may be out of sight: its card scrolls into view and gets the focus.
   */
  readonly brought: Effect | null;
  readonly onChoose: (effect: Effect | null) => void;
  readonly onOpenTable: (table: string) => void;
  readonly onRun: (effect: Effect) => void;
}

/** A point on a line, with the first line of its card. */
function spoken(w: Words, { about, row, published, simulated, stands }: Effect): string {
  const of = (of: string, said: string) => t('said.of', { of, said });
  return [
    of(w(tableKey(about)), row.row),
    of(w('card.published'), `${signed(published)} %`),
    of(w('card.simulated'), `${signed(simulated)} %`),
    w(`scatter.${stands}`),
  ].join(t('lane.list'));
}

/** Every published effect: simulated gain against published gain. */
export function Scatter({ chosen, brought, onChoose, onOpenTable, onRun }: ScatterProps) {
  const w = useWords();
  const plot = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!brought) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
  }, [brought]);
  const [pointed, point] = useState<Effect | null>(null);
  const shown = pointed ?? chosen;
  const under = (event: PointerEvent): Effect | null => {
    const box = plot.current?.getBoundingClientRect();
    if (!box) return null;
    const place = ({ published, simulated }: Effect) =>
      [(X(published) / 100) * box.width, (Y(simulated) / 100) * box.height] as const;
    return nearest(EFFECTS, place, [event.clientX - box.left, event.clientY - box.top], NEAR);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = SORTED.length - 1;
    const before = chosen ? SORTED.indexOf(chosen) : null;
    const to = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -last, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const at = before === null ? (event.key === 'End' ? last : 0) : before + to;
    onChoose(SORTED[Math.min(Math.max(at, 0), last)] ?? null);
  };
  return (
    <section className="scatter" aria-labelledby="scatter-title">
      <div className="scatter-head">
        <h3 id="scatter-title">{w('scatter.title')}</h3>
        <ul className="scatter-key">
          {STANDS.map((stands) => (
            <li key={stands}>
              <svg width={14} height={14} aria-hidden="true">
                <Mark stands={stands} at={['50%', '50%']} />
              </svg>
              {w(`scatter.${stands}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="scatter-frame">
        <div
          ref={plot}
          className="scatter-plot"
          role="slider"
          tabIndex={0}
          aria-label={w('scatter.label', { count: EFFECTS.length })}
          aria-valuemin={1}
          aria-valuemax={SORTED.length}
          aria-valuenow={chosen ? SORTED.indexOf(chosen) + 1 : 1}
          aria-valuetext={shown ? spoken(w, shown) : w('scatter.none')}
          onKeyDown={onKeyDown}
          onPointerMove={(event) => point(under(event))}
          onPointerLeave={() => point(null)}
          onClick={(event) => onChoose(under(event as unknown as PointerEvent))}
        >
          <svg aria-hidden="true">
            <rect className="scatter-off" x="0" width={x(0)} y="0" height={y(0)} />
            <rect className="scatter-off" x={x(0)} width={`${100 - X(0)}%`} y={y(0)} height={`${100 - Y(0)}%`} />
            {GRID.map((tick) => (
              <line key={tick} className="scatter-grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
            ))}
            <line className="scatter-zero" x1={x(0)} x2={x(0)} y1="0" y2="100%" />
            <line className="scatter-zero" x1="0" x2="100%" y1={y(0)} y2={y(0)} />
            <line className="scatter-equal" x1={x(LINE[0])} x2={x(LINE[1])} y1={y(LINE[0])} y2={y(LINE[1])} />
            {DRAWN.map((effect) => (
              <Point key={`${effect.about.table} ${effect.row.row} ${effect.row.quantity}`} effect={effect} />
            ))}
            {shown && <circle className="scatter-ring" cx={x(shown.published)} cy={y(shown.simulated)} r={9} />}
          </svg>
          <span className="scatter-note is-above">{w('scatter.off')}</span>
          <span className="scatter-note is-below">{w('scatter.off')}</span>
        </div>
        {GRID.map((tick) => (
          <span key={tick} className="scatter-tick is-y n" style={{ insetBlockStart: y(tick) }}>
            {signed(tick).replace('.0', '')}
          </span>
        ))}
        {X.ticks(7).map((tick) => (
          <span key={tick} className="scatter-tick is-x n" style={{ insetInlineStart: x(tick) }}>
            {signed(tick).replace('.0', '')}
          </span>
        ))}
        {shown && (
          <Card
            effect={shown}
            isPinned={shown === chosen && pointed === null}
            cardRef={card}
            onOpenTable={onOpenTable}
            onRun={onRun}
            onClose={() => {
              onChoose(null);
              plot.current?.focus();
            }}
          />
        )}
      </div>
      <p className="scatter-axis">
        <span>{w('scatter.losses')}</span>
        <span>{w('scatter.axis')}</span>
        <span>{w('scatter.gains')}</span>
      </p>
    </section>
  );
}

function Point({ effect: { published, simulated, stands, row } }: { readonly effect: Effect }) {
  const half = row.gain_ci95 ?? 0;
  return (
    <g>
      <line
        className="scatter-half"
        x1={x(published)}
        x2={x(published)}
        y1={y(simulated - half)}
        y2={y(simulated + half)}
      />
      <Mark stands={stands} at={[x(published), y(simulated)]} />
    </g>
  );
}

/** A shape for each kind, so that nothing depends on colour alone. */
export function Mark({ stands, at: [cx, cy] }: { readonly stands: Stands; readonly at: readonly [string, string] }) {
  if (stands === 'wrong')
    return (
      <svg className="scatter-mark" x={cx} y={cy} overflow="visible" aria-hidden="true">
        <path className="is-wrong" d="M0-5 5 0 0 5-5 0Z" />
      </svg>
    );
  if (stands === 'withdrawn')
    return (
      <svg className="scatter-mark" x={cx} y={cy} overflow="visible" aria-hidden="true">
        <path className="is-withdrawn" d="M-4-4 4 4M-4 4 4-4" />
      </svg>
    );
  return <circle className={`is-${stands}`} cx={cx} cy={cy} r={4} />;
}

interface CardProps {
  readonly effect: Effect;
  /** It was chosen, and has its buttons. */
  readonly isPinned: boolean;
  readonly cardRef: RefObject<HTMLDivElement | null>;
  readonly onOpenTable: (table: string) => void;
  readonly onRun: (effect: Effect) => void;
  readonly onClose: () => void;
}

/** What is switched and under which load, and how the effects of this kind fared. */
function kindFacts(w: Words, { kind }: RowReport): [string, string][] {
  const fared = REPORT.kinds.find(({ family, load }) => family === kind?.family && load === kind.load);
  if (!fared) return [];
  const { family, load, right, of, looked_up_later: later } = fared;
  return [
    [w('card.kind'), w('card.kind.of', { effect: restsWord(`effect.${family}`), load: restsWord(`load.${load}`) })],
    [w('card.fared'), w('card.fared.of', { right, of, later: later.right, laterOf: later.of })],
  ];
}

/** The card of a point; it does not cover the point. */
function Card({ effect, isPinned, cardRef, onOpenTable, onRun, onClose }: CardProps) {
  const w = useWords();
  useRestsWords();
  const { about, row, published, simulated, stands } = effect;
  const seen = row.at_first_sight;
  const facts: [string, string][] = [
    [w('card.author'), w('by', { author: authorOf(w, about), date: about.date })],
    [w('card.machine'), machineOf(w, about) ?? '–'],
    [w('card.published'), `${signed(published)} %`],
    [w('card.simulated'), `${interval(simulated, row.gain_ci95, signed)} %`],
    [w('card.first'), seen ? `${interval(seen.gain_simulated, seen.gain_ci95, signed)} %` : '–'],
    [w('card.verdict'), w(`scatter.${stands}`)],
    ...kindFacts(w, row),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the controls; this handler closes it.
    <div
      ref={cardRef}
      tabIndex={-1}
      className="scatter-card"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Else the browser closes the whole page.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      data-side={X(published) < 50 ? 'end' : 'start'}
      data-pinned={isPinned}
    >
      <h4>{t('said.of', { of: w(tableKey(about)), said: row.row })}</h4>
      <dl>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {isPinned && (
        <p className="scatter-actions">
          <button type="button" className="button" onClick={() => onRun(effect)}>
            {w('card.run')}
          </button>
          <button type="button" className="button" onClick={() => onOpenTable(about.table)}>
            {w('card.table')}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {w('card.close')}
          </button>
        </p>
      )}
    </div>
  );
}
