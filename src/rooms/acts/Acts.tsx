/** An act beside the lanes: the text of its present step, what is measured for it, its question. */
import { type ReactNode, useEffect, useRef } from 'react';
import { ACT_NUMBERS } from '../../scenario/acts';
import { sameDocument } from '../../scenario/catalog';
import { useScenario } from '../../state/scenario';
import { Icon } from '../../ui/Icon';
import { Claims } from './Claims';
import { arrive, goTo, leave, restore, turn } from './go';
import { Marked } from './Marked';
import { Question } from './Question';
import { figuresOf, readingsOf } from './readings';
import { type Opened, stepOf, useStory } from './store';
import type { Published, Step, StepWords } from './types';
import { useSeen } from './useSeen';
import { type ActsKey, useWords } from './words';
import './acts.css';
import './measured.css';

export interface ActsProps {
  /** Draws rows of the published tables beside ours. */
  readonly published: (tables: readonly Published[]) => ReactNode;
  /** Keys that go to the next step and back, as they are written. */
  readonly keys: { readonly next: string; readonly back: string };
}

export default function Acts(props: ActsProps) {
  const opened = useStory((state) => state.opened);
  return opened && <Told {...props} opened={opened} />;
}

function Told({ opened, published, keys }: ActsProps & { readonly opened: Opened }) {
  const w = useWords();
  const entry = useStory((state) => state.entry);
  const arrived = useStory((state) => state.arrived);
  const answered = useStory((state) => state.answered);
  const seen = useSeen();
  const { number, act, at } = opened;
  const { name, step } = stepOf(opened);
  const words = act.words()[name] as StepWords;
  const steps = act.steps.length;
  const body = useRef<HTMLElement>(null);
  const title = w(`act.${number}` as ActsKey);

  useEffect(() => void arrive(entry, opened), [entry, opened]);
  useEffect(() => {
    document.title = `${w('label', { number, title })}: ${words.title}`;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the beginning of each step
  useEffect(() => void body.current?.scrollTo({ top: 0 }), [entry]);
  useEffect(() => {
    if (window.matchMedia('(max-width: 700px)').matches) window.scrollTo({ top: 0 });
  }, []);

  const asks = words.question !== undefined;
  const readings = readingsOf(step, asks && !answered ? null : seen);
  const figures = figuresOf(readings);
  const isFirst = at === 0 && number === ACT_NUMBERS[0];
  const isLast = at === steps - 1 && number === ACT_NUMBERS.at(-1);

  return (
    <aside className="panel acts" aria-label={w('label', { number, title })} data-step={name} data-arrived={arrived}>
      <header>
        <label className="acts-act">
          <span className="visually-hidden">{w('acts')}</span>
          <select value={number} onChange={({ target }) => goTo(Number(target.value), 1)}>
            {ACT_NUMBERS.map((one) => (
              <option key={one} value={one}>
                {w('choose', { number: one, title: w(`act.${one}` as ActsKey) })}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="quiet" aria-label={w('leave')} title={w('leave')} onClick={leave}>
          <Icon name="close" />
        </button>
      </header>
      <ol className="acts-steps" aria-label={w('steps')}>
        {act.steps.map(([key], i) => {
          const label = w('step', { step: i + 1, steps, title: (act.words()[key] as StepWords).title });
          return (
            <li key={key}>
              <button
                type="button"
                aria-label={label}
                title={label}
                aria-current={i === at ? 'step' : undefined}
                data-past={i < at}
                onClick={() => goTo(number, i + 1)}
              />
            </li>
          );
        })}
      </ol>
      {/* A scrolling region has to be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="acts-body" tabIndex={0} aria-label={w('text')} ref={body}>
        <h2>{words.title}</h2>
        <p className="visually-hidden" role="status">
          {w('step', { step: at + 1, steps, title: words.title })}
        </p>
        {words.text.split('\n\n').map((paragraph) => (
          <p key={paragraph} className="acts-text">
            <Marked text={paragraph} figures={figures} />
          </p>
        ))}
        <Changed step={step} />
        {words.task && step.task && <Task words={words.task} done={seen !== null && step.task(seen)} />}
        {words.question && <Question words={words.question} step={step} seen={seen} figures={figures} />}
        {(!asks || answered) && <Claims words={words.claims} readings={readings} />}
        {step.published && (!asks || answered) && (
          <section className="acts-published" aria-label={w('published')}>
            <h3>{w('published')}</h3>
            {published(step.published)}
          </section>
        )}
      </section>
      <footer>
        <button
          type="button"
          className="button"
          disabled={isFirst}
          aria-keyshortcuts={keys.back}
          onClick={() => turn(-1)}
        >
          ◂ {at === 0 && !isFirst ? w('back.act') : w('back')}
        </button>
        <span className="acts-place">{w('step.short', { step: at + 1, steps })}</span>
        <button
          type="button"
          className="button strong"
          disabled={isLast}
          aria-keyshortcuts={keys.next}
          onClick={() => turn(1)}
        >
          {at === steps - 1 && !isLast ? w('next.act') : w('next')} ▸
        </button>
      </footer>
    </aside>
  );
}

/** Says that the lanes no longer show the step's own experiment. */
function Changed({ step }: { readonly step: Step }) {
  const w = useWords();
  const changed = useScenario(({ document }) => !sameDocument(document, step.document));
  const task = step.task !== undefined;
  if (!changed) return null;
  return (
    <p className="acts-changed" role="status">
      {!task && w('changed')}{' '}
      <button type="button" className="button" onClick={restore}>
        {w('restore')}
      </button>
    </p>
  );
}

function Task({ words, done }: { readonly words: NonNullable<StepWords['task']>; readonly done: boolean }) {
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
