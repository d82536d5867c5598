import { Marked } from './Marked';
import { useStory } from './store';
import type { Reading } from './types';
import { useWords } from './words';
import './measured.css';

export interface ClaimsProps {
  /** A sentence for each claim. */
  readonly words: Readonly<Record<string, string>>;
  readonly readings: Readonly<Record<string, Reading | null>>;
}

const MARKS = { holds: '✓', fails: '✗', open: '…' } as const;

/** The claims of a step, with the figures of the visible run, and whether the figures support them. */
export function Claims({ words, readings }: ClaimsProps) {
  const w = useWords();
  const beside = useStory((state) => state.beside);
  const claims = Object.entries(words);
  if (claims.length === 0) return null;
  return (
    <section className="acts-claims" aria-label={w('claims')}>
      <h3>{w('claims')}</h3>
      <ul>
        {claims.map(([name, sentence]) => {
          const reading = readings[name] ?? null;
          const state = reading === null ? 'open' : reading.holds ? 'holds' : 'fails';
          return (
            <li key={name} data-claim={name} data-state={state}>
              <b aria-hidden="true">{MARKS[state]}</b>
              <span className="visually-hidden">{w(`claim.${state}`)}: </span>
              <span>
                <Marked text={sentence} figures={reading?.figures ?? {}} />
              </span>
            </li>
          );
        })}
      </ul>
      {beside?.state === 'running' && (
        <label className="acts-beside">
          {w('beside', { jobs: beside.outcomes.length })}
          <progress value={beside.share} max={1} />
        </label>
      )}
    </section>
  );
}
