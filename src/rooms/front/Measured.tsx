/** What B gains at each load, measured behind the lanes. */
import { memo, useEffect } from 'react';
import type { Scenario } from '../../scenario/generated/types';
import { useGainByLoad } from '../../state/verdict';
import { isUnderWay } from '../../words/verdict';
import type { Gains } from './gains';
import { LOADS } from './race';

export interface MeasuredProps {
  readonly scenario: Scenario;
  readonly onGains: (put: (before: Gains) => Gains) => void;
}

/** Runs measurements while it is mounted; renders nothing. */
export default memo(function Measured({ scenario, onGains }: MeasuredProps) {
  const { points, here } = useGainByLoad(scenario, LOADS);
  useEffect(() => {
    // A running measurement could still change, so the headline does not claim it.
    const known = [...points, here].flatMap(({ load, known: { finding, seeds, of } }) =>
      finding && !isUnderWay(finding, { seeds, of }) ? [[load, { finding, seeds, of }] as const] : [],
    );
    onGains((before) => {
      const isNew = ([load, { finding }]: (typeof known)[number]) => before.get(load)?.finding !== finding;
      return known.some(isNew) ? new Map([...before, ...known]) : before;
    });
  });
  return null;
});
