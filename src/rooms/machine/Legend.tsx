/** The complete legend of shapes, states and moves, with the marks of the drawing. */

import { DashedSign, HollowSign } from '../../signs/FurtherSigns';
import { MOVE_KINDS } from '../../signs/moves';
import { Shape } from '../../signs/palette';
import { CPU_STATES, MoveSign, ShapeSign, StateSign } from '../../signs/Signs';
import { useT } from '../../words';
import { useKeyWords } from '../../words/keys';
import './legend.css';

const ROLES = [
  ['start', Shape.triangle],
  ['answer', Shape.circle],
  ['alone', Shape.square],
] as const;

export function Legend() {
  const t = useT();
  const word = useKeyWords();
  return (
    <ul className="legend" aria-label={t('machine.legend')}>
      {ROLES.map(([role, shape]) => (
        <li key={role}>
          <ShapeSign shape={shape} />
          {word(role)}
        </li>
      ))}
      <li>
        <HollowSign shape={Shape.triangle} />
        <HollowSign shape={Shape.triangle} dot />
        {word('hollow')}
      </li>
      {CPU_STATES.map((state) => (
        <li key={state}>
          <StateSign state={state} />
          {state === 'wasted' ? t('machine.legend.wasted') : word(state)}
        </li>
      ))}
      <li>
        <DashedSign />
        {word('dashed')}
      </li>
      {MOVE_KINDS.map((kind) => (
        <li key={kind}>
          <MoveSign kind={kind} />
          {word(kind)}
        </li>
      ))}
    </ul>
  );
}
