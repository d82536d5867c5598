/** Sheets of the acts to print: with empty axes and boxes, or with the answers of the runs. */
import { useCallback, useId, useState } from 'react';
import { ACT_NUMBERS } from '../../scenario/acts';
import { LANE_KEYS } from '../../state/view';
import { Paper, PaperBox, PaperLines, PaperOptions, PaperPlot, PaperWho } from '../../ui/Paper';
import { type Exercise, exercisesOf, type Solution, solve } from './exercises';
import { useInteractiveWords } from './interactive';
import { inTenths } from './measure';
import { plain } from './readings';
import { loadAct } from './steps';
import { type ActsKey, useWords } from './words';
import { useWorksheetWords } from './worksheetWords';

interface Printing {
  readonly number: number;
  readonly exercises: readonly Exercise[];
  /** One for each; null: a sheet to fill in. */
  readonly solutions: readonly Solution[] | null;
}

/** The experiment that runs for the solutions. */
type Progress = { readonly at: number; readonly all: number } | 'failed' | null;

export function Worksheets() {
  const w = useWorksheetWords();
  const acts = useWords();
  const [number, setNumber] = useState<number>(ACT_NUMBERS[0] ?? 1);
  const [printing, setPrinting] = useState<Printing | null>(null);
  const [progress, setProgress] = useState<Progress>(null);
  const id = useId();
  const printed = useCallback(() => setPrinting(null), []);
  const print = async (isSolved: boolean) => {
    setPrinting(null);
    try {
      const exercises = exercisesOf(await loadAct(number));
      const solutions: Solution[] = [];
      for (const [i, exercise] of (isSolved ? exercises : []).entries()) {
        setProgress({ at: i + 1, all: exercises.length });
        solutions.push(await solve(exercise));
      }
      setProgress(null);
      setPrinting({ number, exercises, solutions: isSolved ? solutions : null });
    } catch {
      setProgress('failed');
    }
  };
  const isBusy = progress !== null && progress !== 'failed';
  return (
    <section>
      <h2>{w('title')}</h2>
      <p>{w('about')}</p>
      <p className="assignment-file">
        <label htmlFor={id}>{acts('acts')}</label>
        <select id={id} value={number} onChange={({ target }) => setNumber(Number(target.value))}>
          {ACT_NUMBERS.map((one) => (
            <option key={one} value={one}>
              {acts('choose', { number: one, title: acts(`act.${one}` as ActsKey) })}
            </option>
          ))}
        </select>
      </p>
      <p className="assignment-buttons">
        <button type="button" className="button" disabled={isBusy} onClick={() => void print(false)}>
          {w('print')}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => void print(true)}>
          {w('print.solutions')}
        </button>
      </p>
      <p role="status">{isBusy ? w('running', { ...progress }) : progress && w('failed')}</p>
      {printing && (
        <Paper key={printing.solutions ? 'solutions' : 'sheet'} onPrinted={printed}>
          <h1>{acts('label', { number: printing.number, title: acts(`act.${printing.number}` as ActsKey) })}</h1>
          {printing.solutions ? (
            <p>
              <b>{w('solutions')}</b>
            </p>
          ) : (
            <PaperWho labels={[w('name'), w('date')]} />
          )}
          {printing.exercises.map((exercise, i) => (
            <OneExercise
              key={exercise.words.title}
              {...exercise}
              at={i + 1}
              solution={printing.solutions?.[i] ?? null}
            />
          ))}
        </Paper>
      )}
    </section>
  );
}

function OneExercise({
  words,
  step,
  at,
  solution,
}: Exercise & { readonly at: number; readonly solution: Solution | null }) {
  const w = useWorksheetWords();
  const d = useInteractiveWords();
  const { word, bars, question, sketch, task } = words;
  const figures = solution?.figures ?? {};
  const names = Object.keys(question?.options ?? {});
  // What is asked needs the text of its step; words and figures are read off the page.
  const asks = question !== undefined || sketch !== undefined || task !== undefined;
  return (
    <section>
      <h2>
        {at}. {words.title}
      </h2>
      {asks &&
        plain(words.text, figures)
          .split('\n\n')
          .map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      {word && (
        <>
          <p>{w('means', { term: word.term })}</p>
          {solution ? <p>{word.means}</p> : <PaperLines count={1} />}
        </>
      )}
      {question && (
        <>
          <p>{plain(question.text, figures)}</p>
          <PaperOptions
            options={Object.values(question.options).map((option) => plain(option, figures))}
            chosen={solution?.right ? [names.indexOf(solution.right)] : []}
          />
          {solution && <p>{plain(question.after, figures)}</p>}
        </>
      )}
      {sketch && step.sketch && (
        <>
          <p>{d('sketch')}</p>
          <PaperPlot
            label={d('sketch.axis')}
            from={step.sketch.range[0]}
            to={step.sketch.range[1]}
            values={step.sketch.loads}
            points={solution?.curve ?? []}
            format={(gain) => `${gain > 0 ? '+' : ''}${inTenths(gain).replace('.0', '')} %`}
          />
          {solution && <p>{plain(sketch.after, figures)}</p>}
        </>
      )}
      {Object.entries(bars ?? {}).map(([claim, { title, of, unit = '' }]) => (
        <div key={claim}>
          <p>{of === undefined ? title : w('of', { title, of })}</p>
          {LANE_KEYS.map((lane) => {
            const figure = figures[`${claim}.${lane}`];
            return (
              <PaperBox
                key={lane}
                label={lane.toUpperCase()}
                text={figure === undefined ? '' : `${figure}${unit && '\u00a0'}${unit}`}
              />
            );
          })}
        </div>
      ))}
      {task && (
        <>
          <p>{plain(task.text, figures)}</p>
          {solution ? <p>{plain(task.done, figures)}</p> : <PaperLines count={3} />}
        </>
      )}
    </section>
  );
}
