/** What shapes, outlines and lines mean: the same marks as in the drawing. */

import { MOVE_KINDS, type MoveKind } from '../../signs/moves';
import { Shape } from '../../signs/palette';
import { CPU_STATES, MoveSign, StateSign } from '../../signs/Signs';
import { shapePath } from '../../signs/shapes';
import { useT } from '../../words';
import './legend.css';

const ROLES = [
  ['start', Shape.triangle],
  ['answer', Shape.circle],
  ['alone', Shape.square],
] as const;
type LegendRole = (typeof ROLES)[number][0];

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
            <path className="sign-shape" d={shapePath(shape, 5.5)} />
          </svg>
          {t(`machine.legend.${role}`)}
        </li>
      ))}
      {CPU_STATES.map((state) => (
        <li key={state}>
          <StateSign state={state} />
          {t(`machine.legend.${state}`)}
        </li>
      ))}
      {moves.map((kind) => (
        <li key={kind}>
          <MoveSign kind={kind} />
          {t(`machine.move.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
