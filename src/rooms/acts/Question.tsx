import { answer } from './go';
import { Marked } from './Marked';
import { useStory } from './store';
import type { Seen, Step, StepWords } from './types';
import { useWords } from './words';
import './measured.css';

export interface QuestionProps {
  readonly words: NonNullable<StepWords['question']>;
  readonly step: Step;
  readonly seen: Seen | null;
  /** Its step is the current one. */
  readonly current: boolean;
  readonly figures: Readonly<Record<string, string>>;
}

/** A question with several answers: the reader chooses one before the run, and the result of the run decides. */
export function Question({ words, step, seen, current, figures }: QuestionProps) {
  const w = useWords();
  const arrived = useStory((state) => state.arrived);
  const choice = useStory((state) => (current ? state.choice : null));
  const answered = useStory((state) => state.answered) && current;
  const outcome =
    answered && seen ? Object.entries(step.answers ?? {}).find(([, holds]) => holds(seen))?.[0] : undefined;
  return (
    <section className="acts-question" aria-label={w('question')} data-outcome={outcome}>
      <h3>{w('question')}</h3>
      <p>
        <Marked text={words.text} figures={{}} />
      </p>
      <ul className="acts-options">
        {Object.entries(words.options).map(([name, text]) => (
          <li key={name}>
            <button
              type="button"
              data-answer={name}
              aria-pressed={choice === name}
              data-outcome={outcome === name}
              disabled={!arrived || (choice !== null && choice !== name)}
              onClick={() => void answer(name)}
            >
              <span>
                <Marked text={text} figures={{}} />
              </span>
              {outcome !== undefined && (
                <small>
                  {[choice === name && w('yours'), outcome === name && w('outcome')].filter(Boolean).join(' · ')}
                </small>
              )}
            </button>
          </li>
        ))}
      </ul>
      <div role="status">
        {choice === null && <p className="acts-hint">{w('choosing')}</p>}
        {choice !== null && outcome === undefined && <p className="acts-hint">{w('running')}</p>}
        {outcome !== undefined && (
          <p>
            <b className="acts-verdict" data-right={outcome === choice}>
              {outcome === choice ? w('right') : w('wrong')}
            </b>{' '}
            <Marked text={words.after} figures={figures} />
          </p>
        )}
      </div>
    </section>
  );
}
