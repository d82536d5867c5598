import { type ReactNode, useState } from 'react';
import { whenIdle } from '../../engine/idle';
import { later, Part } from '../../page/Part';
import { byWords } from '../../words/phrases';
import { afterFigure } from './afterFigure';
import { Changed } from './Changed';
import { Chevron } from './Chevron';
import { FIGURES, RESULTS } from './figures';
import { Marked } from './Marked';
import { isAsking, lightPart, useStory } from './store';
import type { Act, Step as ActStep, Published, Seen, StepWords } from './types';
import type { Read } from './useReadings';
import { useWords } from './words';
import './step.css';

/** Inside a disclosure, so it loads after everything else. */
const How = later(async () => {
  await whenIdle();
  return (await import('./How')).How;
});
const Question = afterFigure(async () => (await import('./Question')).Question);
const Task = later(async () => (await import('./Task')).Task);
const Card = later(async () => (await import('./Card')).Card);
const Game = afterFigure(async () => (await import('./Game')).Game);
const ClaimBars = afterFigure(async () => (await import('./ClaimBars')).ClaimBars);
const Record = afterFigure(async () => (await import('./Record')).Record);
const Sketch = afterFigure(async () => (await import('./Sketch')).Sketch);

export interface StepProps {
  readonly place: number;
  readonly act: Act;
  readonly name: string;
  readonly step: ActStep;
  readonly words: StepWords;
  readonly read: Read;
  readonly seen: Seen | null;
  /** The step is the current one. */
  readonly current: boolean;
  readonly published: (tables: readonly Published[]) => ReactNode;
  /** The buttons forward and back. */
  readonly children: ReactNode;
}

/** Whether scrolling moves through a stretch of the run, or through a decision. */
export const hasTimeline = ({ fromNs, shot }: ActStep): boolean =>
  fromNs !== undefined || (shot?.decision !== undefined && shot.figure === undefined);

/** A step of an act: its text, its task, *How we know*, and the button forward. */
export function Step({ place, act, name, step, words, read, seen, current, published, children }: StepProps) {
  const answered = useStory((state) => state.answered) && current;
  const w = useWords();
  const [open, setOpen] = useState(false);
  const figures = read.figures(name);
  const asks = words.question !== undefined || words.sketch !== undefined;
  const asking = useStory(isAsking);
  const lit = useStory((state) => state.lit);
  const { figure, results } = step.shot ?? {};
  const Results = current ? (figure ? FIGURES[figure].Results : results && RESULTS[results]) : undefined;
  const drawn = step.published?.find((one) => one.drawn);
  return (
    <section className="acts-step" data-place={place} data-current={current} inert={!current}>
      <div className="acts-page">
        <div className="acts-text-column">
          <h2 tabIndex={-1}>{byWords(words.title)}</h2>
          {words.text.split('\n\n').map((paragraph) => (
            <p key={paragraph} className="acts-text">
              <Marked text={paragraph} figures={figures} />
            </p>
          ))}
          {words.word && step.word === null && (
            <p className="acts-means" data-drawn={step.shot?.figure !== undefined}>
              <b>{words.word.term}</b>
              {words.word.means}
            </p>
          )}
        </div>
        <div className="acts-interactive">
          {current && <Changed step={step} />}
          {Results && (
            <Part>
              <Results seen={asking ? null : seen} step={name} lit={lit} onLit={lightPart} />
            </Part>
          )}
          {current && !asking && words.bars && (
            <Part>
              <ClaimBars bars={words.bars} figures={figures} />
            </Part>
          )}
          {current && !asking && drawn && (
            <Part>
              <Record table={drawn.table} />
            </Part>
          )}
          {current && words.task && step.task && (
            <Part>
              <Task words={words.task} done={current && seen !== null && step.task(seen)} />
            </Part>
          )}
          {words.game && step.game && current && (
            <Part>
              <Game kind={step.game} again={words.game.again} />
            </Part>
          )}
          {current && words.question && (
            <Part>
              <Question
                words={words.question}
                step={step}
                seen={current ? seen : null}
                current={current}
                figures={figures}
              />
            </Part>
          )}
          {current && words.sketch && step.sketch && (
            <Part>
              <Sketch words={words.sketch} sketched={step.sketch} seen={seen} current={current} figures={figures} />
            </Part>
          )}
          {current && answered && words.card && (
            <Part>
              <Card text={words.card} words={words} step={step} seen={seen} />
            </Part>
          )}
          <details className="acts-how" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>
              <Chevron />
              <span>{w('how')}</span>
              <small>{w('how.checks', { checks: Object.keys(step.claims).length })}</small>
            </summary>
            {current && (
              <Part>
                <How
                  act={act}
                  name={name}
                  step={step}
                  read={read}
                  shown={!asks || answered}
                  open={open}
                  published={published}
                />
              </Part>
            )}
          </details>
          {children}
        </div>
      </div>
      {hasTimeline(step) && <div className="acts-way" />}
    </section>
  );
}
