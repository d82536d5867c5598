import { Marked } from './Marked';
import type { StepWords } from './types';
import { useWords } from './words';
import './measured.css';

export function Task({ words, done }: { readonly words: NonNullable<StepWords['task']>; readonly done: boolean }) {
  const w = useWords();
  return (
    <section className="acts-task" data-done={done} aria-label={w('task')}>
      <h3>{w('task')}</h3>
      <p>
        <Marked text={words.text} figures={{}} />
      </p>
      <p role="status">
        {done && (
          <>
            <b>{w('task.done')}</b> <Marked text={words.done} figures={{}} />
          </>
        )}
      </p>
    </section>
  );
}
