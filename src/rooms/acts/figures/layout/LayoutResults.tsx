/** Beside the text: how often CPUs had to fetch the line, for the sum and for the pointers. */
import { LANE_KEYS } from '../../../../state/view';
import { useT } from '../../../../words';
import { count } from '../../../../words/format';
import { hitms, onFields } from '../../measure';
import { Bars } from '../Bars';
import type { ResultProps } from '../types';
import { POINTERS, SUM } from './places';
import { useLayoutWords } from './words';

export function LayoutResults({ seen, ...lighting }: ResultProps) {
  const t = useT();
  const w = useLayoutWords();
  if (!seen) return null;
  const fields = [
    { part: 'sum', fields: SUM },
    { part: 'pointers', fields: POINTERS },
  ] as const;
  return (
    <Bars
      title={w('fetches')}
      unit={w('fetches.unit')}
      bars={fields.flatMap(({ part, fields: of }) =>
        seen.lanes.map((report, lane) => {
          const fetches = onFields(report, of, hitms);
          return {
            lane: LANE_KEYS[lane] ?? 'a',
            name: of.join(t('lane.list')),
            value: fetches,
            text: count(fetches),
            part,
          };
        }),
      )}
      of={lighting}
    />
  );
}
