/** An assignment on paper: empty axes, boxes and lines; or the same with the right answers. */
import type { Ask, Assignment, Condition, Value } from '../../engine/assignments';
import { Paper, PaperAxis, PaperBox, PaperLines, PaperOptions, PaperPlot, PaperWho } from '../../ui/Paper';
import { t } from '../../words';
import { conditionOf } from './conditions';
import { short } from './numbers';
import { said } from './store';
import { useWords, w } from './words';

interface Props {
  readonly assignment: Assignment;
  /** The right answers; null: a sheet to fill in. */
  readonly right: readonly Value[] | null;
  readonly onPrinted: () => void;
}

export function Sheet({ assignment, right, onPrinted }: Props) {
  const words = useWords();
  const points = assignment.tasks.reduce((sum, task) => sum + task.points, 0);
  return (
    <Paper onPrinted={onPrinted}>
      <h1>{said(assignment.title)}</h1>
      {right === null ? (
        <PaperWho labels={[words('name'), words('number')]} points={words('score', { points: '    ', of: points })} />
      ) : (
        <p>
          <b>{words('sheet.solutions')}</b>
        </p>
      )}
      {assignment.text && <p>{said(assignment.text)}</p>}
      {assignment.tasks.map((task, i) => (
        <section key={said(task.title)}>
          <h2>
            {i + 1}. {said(task.title)} <small>{words('edit.points.all', { points: task.points })}</small>
          </h2>
          {task.text && <p>{said(task.text)}</p>}
          <Blank ask={task.ask} right={right === null ? undefined : (right[i] ?? null)} />
          {right !== null && task.feedback && <p>{said(task.feedback)}</p>}
        </section>
      ))}
    </Paper>
  );
}

/** `right` is undefined on a sheet to fill in. */
function Blank({ ask, right }: { readonly ask: Ask; readonly right: Value | undefined }) {
  const numbers = Array.isArray(right) ? (right as readonly number[]) : [];
  switch (ask.kind) {
    case 'predict':
    case 'curve': {
      const axis = { from: ask.from, to: ask.to, format: short };
      return (
        <>
          <p>{w('figure', { figure: w(`figure.${ask.figure}` as never), of: w(`of.${ask.of}`) })}</p>
          {ask.kind === 'predict' ? (
            <PaperAxis {...axis} label={w('guess')} at={typeof right === 'number' ? right : null} />
          ) : (
            <PaperPlot {...axis} label={ask.field} values={ask.values} points={numbers} />
          )}
        </>
      );
    }
    case 'choice':
      return <PaperOptions options={ask.options.map(({ text }) => said(text))} chosen={numbers} />;
    case 'cpu':
    case 'find':
      return (
        <PaperBox
          label={w(ask.kind === 'cpu' || ask.what === 'cpu' ? 'cpu' : 'moment')}
          text={Array.isArray(right) ? numbers.join(t('lane.list')) : String(right ?? '')}
        />
      );
    case 'switches':
    case 'tune':
    case 'policy':
      return (
        <>
          <Goal goal={ask.goal} />
          {right !== undefined ? <p>{w('sheet.any')}</p> : <Change ask={ask} />}
        </>
      );
    case 'words':
      return right === undefined ? <PaperLines count={5} /> : null;
  }
}

/** Room for what a student changes. */
function Change({ ask }: { readonly ask: Extract<Ask, { goal: unknown }> }) {
  if (ask.kind === 'policy') return <PaperLines count={14} />;
  const labels =
    ask.kind === 'switches'
      ? ask.switches.map((key) => `${key} (${ask.lane})`)
      : ask.parameters.map(({ field, min, max }) => `${field.split('.').at(-1)} (${min} – ${max})`);
  return labels.map((label) => <PaperBox key={label} label={label} />);
}

const Goal = ({ goal }: { readonly goal: readonly Condition[] }) => (
  <ul>
    {goal.map((one) => (
      <li key={`${one.figure} ${one.of} ${one.is}`}>{conditionOf(one)}</li>
    ))}
  </ul>
);
