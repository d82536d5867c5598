/** What shapes, outlines and lines mean: the same marks as in the drawing. */
import { useT } from '../i18n';
import { causeColor, onCauseColor, Shape } from '../ui/palette';
import { causeOf, DASH, type Family, familyOf, GLYPH, MOVE_KINDS, type MoveKind } from './moves';
import { shapePath } from './shapes';
import './machine.css';

const ROLES = [
  ['start', Shape.triangle],
  ['answer', Shape.circle],
  ['alone', Shape.square],
] as const;
type LegendRole = (typeof ROLES)[number][0];
const TOKEN: Readonly<Record<Family, string>> = {
  placed: 'M6.5 0A6.5 6.5 0 1 1 -6.5 0A6.5 6.5 0 1 1 6.5 0Z',
  pulled: 'M-6 -6H6V6H-6Z',
  stolen: 'M0 -7L7 0L0 7L-7 0Z',
};
const STATES = ['running', 'idle', 'wasted', 'overloaded'] as const;

export interface LegendProps {
  /** The kinds of moves to list; those a scenario cannot have are left out by the caller. */
  readonly moves?: readonly MoveKind[];
  /** The roles to list, likewise. */
  readonly roles?: readonly LegendRole[];
}

export function Legend({ moves = MOVE_KINDS, roles = ROLES.map(([role]) => role) }: LegendProps) {
  const t = useT();
  return (
    <ul className="legend" aria-label={t('machine.legend')}>
      {ROLES.filter(([role]) => roles.includes(role)).map(([role, shape]) => (
        <li key={role}>
          <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
            <path className="m-legend-shape" d={shapePath(shape, 5.5)} />
          </svg>
          {t(`machine.legend.${role}`)}
        </li>
      ))}
      {STATES.map((state) => (
        <li key={state}>
          <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
            <rect className={`m-legend-${state}`} x="1" y="1" width="20" height="12" rx="3" />
            {state === 'running' && (
              <path className="m-legend-shape" d={shapePath(Shape.circle, 4)} transform="translate(8 7)" />
            )}
            {state === 'overloaded' && <rect className="m-legend-queue" x="4" y="9.5" width="11" height="2" />}
          </svg>
          {t(`machine.legend.${state}`)}
        </li>
      ))}
      {moves.map((kind) => (
        <li key={kind}>
          <svg width="40" height="14" viewBox="0 0 40 14" aria-hidden="true">
            {familyOf(kind) === 'stolen' && <path className="m-legend-line m-legend-casing" d="M1 7H25" />}
            <path
              className="m-legend-line"
              d="M1 7H25"
              strokeDasharray={DASH[kind].join(' ')}
              style={familyOf(kind) === 'stolen' ? { stroke: causeColor(causeOf(kind)) } : undefined}
            />
            <path
              d={TOKEN[familyOf(kind)]}
              transform="translate(32 7)"
              style={{ fill: causeColor(causeOf(kind)), stroke: onCauseColor(causeOf(kind)) }}
            />
            <path
              className="m-legend-glyph"
              d={GLYPH[kind]}
              transform="translate(27.5 2.5) scale(0.9)"
              style={{ stroke: onCauseColor(causeOf(kind)) }}
            />
          </svg>
          {t(`machine.move.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
