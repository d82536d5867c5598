/** The distances between the nodes of a regular machine, as in the firmware's SLIT. */
import { NumberField } from '../../ui/NumberField';
import { fieldTexts } from '../../words/fields';
import { type Counts, type Distances, LEAST_DISTANCE, MOST_DISTANCE } from './levels';
import { ownWords as w } from './words';

interface DistanceFieldsProps {
  readonly counts: Counts;
  readonly distances: Distances;
  readonly onChange: (next: Distances) => void;
}

export function DistanceFields({ counts, distances, onChange }: DistanceFieldsProps) {
  const range = { min: LEAST_DISTANCE, max: MOST_DISTANCE };
  const which = [...(counts.numa > 1 ? (['near'] as const) : []), ...(counts.pack > 1 ? (['far'] as const) : [])];
  return (
    <div className="own-distances">
      {which.map((one) => (
        <NumberField
          key={one}
          {...fieldTexts(w(`distance.${one}`), range)}
          {...range}
          value={distances[one]}
          onChange={(value) => onChange({ ...distances, [one]: value })}
        />
      ))}
    </div>
  );
}
