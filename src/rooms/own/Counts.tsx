/** The counts of a regular machine, each with buttons for one less and one more. */
import { LEVELS, type LevelName, type Counts as Values } from './levels';
import { ownWords as w } from './words';

export function Counts({ counts, onChange }: { readonly counts: Values; readonly onChange: (next: Values) => void }) {
  const step = (level: LevelName, by: number) => onChange({ ...counts, [level]: (counts[level] ?? 1) + by });
  return (
    <div className="own-counts">
      {LEVELS.filter((level) => counts[level] !== undefined).map((level) => {
        const of = w(`level.${level}`);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a grid.
          <div key={level} role="group" aria-label={of} className="own-count">
            <span aria-hidden="true">{of}</span>
            <div>
              <button
                type="button"
                aria-label={w('less', { of })}
                disabled={counts[level] === 1}
                onClick={() => step(level, -1)}
              >
                −
              </button>
              <output>{counts[level]}</output>
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
