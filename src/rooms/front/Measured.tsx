/** What B gains at the present load, measured behind the lanes. */
import { memo, useEffect } from 'react';
import type { Scenario } from '../../scenario/generated/types';
import { loadOf } from '../../scenario/workload';
import { useVerdict } from '../../state/verdict';
import type { Gains } from './gains';

export interface MeasuredProps {
  readonly scenario: Scenario;
  readonly onGains: (put: (before: Gains) => Gains) => void;
}

/** Measures while it is mounted; renders nothing. */
export default memo(function Measured({ scenario, onGains }: MeasuredProps) {
  const { finding, seeds, of } = useVerdict(scenario).known;
  useEffect(() => {
    // Fewer seeds say less than the result of the build.
    if (finding === null || seeds < of) return;
    onGains((before) => new Map([...before, [loadOf(scenario.workload), { finding, seeds, of }]]));
  }, [finding, seeds, of, scenario, onGains]);
  return null;
});
