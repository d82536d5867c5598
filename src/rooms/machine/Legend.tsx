/** All shapes, states and moves there are: the same marks as in the drawing. */

import { MOVE_KINDS } from '../../signs/moves';
import { Shape } from '../../signs/palette';
import { CPU_STATES, MoveSign, ShapeSign, StateSign } from '../../signs/Signs';
import { useT } from '../../words';
import './legend.css';

const ROLES = [
  ['start', Shape.triangle],
  ['answer', Shape.circle],
  ['alone', Shape.square],
] as const;

export function Legend() {
  const t = useT();
  return (
    <ul className="legend" aria-label={t('machine.legend')}>
      {ROLES.map(([role, shape]) => (
        <li key={role}>
          <ShapeSign shape={shape} />
          {t(`machine.legend.${role}`)}
        </li>
      ))}
      {CPU_STATES.map((state) => (
        <li key={state}>
          <StateSign state={state} />
          {t(`machine.legend.${state}`)}
        </li>
      ))}
      {MOVE_KINDS.map((kind) => (
        <li key={kind}>
          <MoveSign kind={kind} />
          {t(`machine.move.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
