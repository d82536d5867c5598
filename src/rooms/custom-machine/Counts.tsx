/** The counts of a machine, each with buttons for one less and one more. */
import { LEVELS, type LevelName, type Counts as Values } from './levels';
import { ownWords as w } from './words';

interface CountsProps {
  readonly counts: Values;
  readonly onChange: (next: Values) => void;
}

export function Counts({ counts, onChange }: CountsProps) {
  const step = (level: LevelName, by: number) => onChange({ ...counts, [level]: counts[level] + by });
  return (
    <div className="own-counts">
      {LEVELS.map((level) => {
        const of = w(`level.${level}`);
        const least = level === 'l2' ? 0 : 1;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be a grid item.
          <div key={level} role="group" aria-label={of} className="own-count">
            <span aria-hidden="true">{of}</span>
            <div>
              <button
                type="button"
                aria-label={w('less', { of })}
                disabled={counts[level] === least}
                onClick={() => step(level, -1)}
              >
                −
              </button>
              <output>{counts[level] === 0 ? w('none') : counts[level]}</output>
              <button type="button" aria-label={w('more', { of })} onClick={() => step(level, 1)}>
                +
              </button>
            </div>
          </div>
        );
      })}
    </div>
  );
}
