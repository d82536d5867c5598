/** The lens: one decision as both lanes make it, side by side below the lanes, and the way to the next one. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { nameOf } from '../../engine/lanes/names';
import { movesOf } from '../../engine/wire/records';
import { later, Part } from '../../page/Part';
import type { Func } from '../../scenario/generated/vocab';
import { Ring } from '../../signs/Ring';
import { enterChosen, enterTask, leaveLens, turnLens } from '../../state/decision';
import { useNewidleGate } from '../../state/gate';
import { useKernel } from '../../state/kernel';
import { useRun } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { isBare, LANE_KEYS, useView } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { count, duration, moment } from '../../words/format';
import { looksWord, reasonOf, useLooksWords } from '../../words/looks';
import { useT } from '../../words/steps';
import { Column } from './Column';
import { groupAt } from './marks';
import { tell } from './names';
import { stairsOf } from './stairs';
import { titleOf } from './titles';
import { type Decision, useDecision, useLevels } from './useDecision';
import { useLineNs } from './useLineNs';
import { useLensWords } from './words';
import './decision.css';

const Note = later(async () => (await import('./Note')).Note);

export default function Panel() {
  const a = useDecision('a');
  const b = useDecision('b');
  const lens = a?.lens ?? b?.lens;
  const own = lens?.lane === 'a' ? a : b;
  return own && <Told own={own} decisions={[a, b].flatMap((one) => one ?? [])} />;
}

/** The function whose note is shown for a decision without steps, by kind. */
const KIND_FUNC: Readonly<Record<Decision['head']['kind'], Func>> = {
  wake: 'select_idle_sibling',
  fork: 'find_idlest_group',
  exec: 'find_idlest_group',
  newidle: 'newidle_balance',
  periodic: 'should_we_balance',
  push: 'active_balance',
  steal: 'try_steal',
  o1_balance: 'find_busiest_queue',
  pick: 'pick_eevdf',
};

function Told({ own, decisions }: { readonly own: Decision; readonly decisions: readonly Decision[] }) {
  const { lens, head, steps } = own;
  const word = useLensWords();
  const kernel = useKernel(lens.lane);
  const [named, setNamed] = useState(false);
  const bare = useView(isBare);
  const embedded = useView((view) => view.embed);
  const machine = useRun((run) => run.feeds[LANE_KEYS.indexOf(lens.lane)]?.machine);
  const recorded = useRun((run) => run.feeds[LANE_KEYS.indexOf(lens.lane)]?.recorded) ?? null;
  const tasks = useRun((run) => run.feeds[LANE_KEYS.indexOf(lens.lane)]?.tasks);
  const called = (task: number) => (tasks && nameOf(tasks, task)) ?? task;
  const lanes = useScenario(({ document }) => document.lanes.length);
  const lineNs = useLineNs();
  const body = useRef<HTMLElement>(null);
  const { step, other } = lens;
  const isBoth = other?.record && other.isSameState;
  const func = (steps[own.rows[step]?.at ?? -1] ?? steps.at(-1))?.func ?? KIND_FUNC[head.kind];
  const what = word(`what.${head.kind}`, {
    cpu: head.cpu,
    about: head.about,
    task: head.task === null ? '' : called(head.task),
  });
  const mostNs = useMemo(
    () => (machine ? Math.max(...decisions.map((one) => stairsOf(one, machine, lineNs).endNs)) : 0),
    [decisions, machine, lineNs],
  );
  const rival = (lens.lane === 'a' ? 'b' : 'a').toUpperCase();

  // Only when the row changes: the reader may have scrolled since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is on the page once the machine is known.
  useEffect(() => {
    body.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [lens.record, step, machine]);

  if (!machine) return null;
  const kind = word(`kind.${head.kind}`);
  return (
    <aside
      id="decision"
      className="panel lens"
      aria-label={word('label', { what })}
      tabIndex={-1}
      data-lanes={decisions.length}
    >
      <header>
        <h2>{what}</h2>
        <p className="lens-when">
          {word(recorded ? 'at.asked' : isBoth ? 'at.both' : other?.record ? 'at.own' : 'at', {
            time: moment(head.ns),
            lane: rival,
          })}
        </p>
        <span className="lens-legend" aria-hidden="true">
          <Ring number={1} chosen={false} /> {word('legend.number')}
          <Ring number={2} chosen /> {word('legend.chosen')}
          {mostNs > 0 && (
            <>
              <i data-lane="a" />
              <i data-lane="b" /> {word('legend.look')}
              <i /> {word('legend.line')}
            </>
          )}
        </span>
        <button type="button" className="quiet lens-back" title="Esc" aria-label={word('close')} onClick={leaveLens}>
          <span>{word('backTo', { time: moment(lens.backNs) })}</span>
          <Icon name="close" />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also from the keyboard. */}
      <section className="lens-body" tabIndex={0} aria-label={word('steps')} ref={body}>
        {decisions.map((decision) => (
          <Column
            key={decision.lane}
            decision={decision}
            machine={machine}
            stairs={stairsOf(decision, machine, lineNs)}
            mostNs={mostNs}
            named={named}
          />
        ))}
        {lanes > 1 && decisions.length < 2 && (
          <p className="decision-other">
            {other === undefined ? '' : word(other?.isSameState ? 'none.now' : 'none', { lane: rival })}
          </p>
        )}
        {recorded && (
          <p className="decision-other">
            {word('assumed')} {!recorded.placed && word('assumed.unplaced')}
          </p>
        )}
        {named && (
          <Part>
            <Note func={func} kernel={kernel} />
          </Part>
        )}
      </section>
      <footer>
        <button type="button" className="button square" aria-label={word('last')} onClick={() => void turnLens(-1)}>
          <Icon name="chevron" />
        </button>
        <span className="decision-place">
          {lens.place ? word('place', { kind, n: count(lens.place.n), of: count(lens.place.of) }) : kind}
        </span>
        <button type="button" className="button square" aria-label={word('next')} onClick={() => void turnLens(1)}>
          <Icon name="chevron" />
        </button>
        {lens.missed && (
          <span role="status" className="lens-missed">
            {word(`missed.${lens.missed}`, { kind })}
          </span>
        )}
        <span className="lens-end">
          <button type="button" className="button" aria-pressed={named} onClick={() => setNamed(!named)}>
            {word('names')}
          </button>
          {!bare && !embedded && (
            <button type="button" className="button" title="Enter" onClick={enterChosen}>
              {word('inspect', { cpu: head.chosen })}
            </button>
          )}
          {!bare &&
            movesOf(head)
              .slice(0, 1)
              .map(({ task }) => (
                <button key={task} type="button" className="button lens-task" onClick={() => enterTask(task)}>
                  {word('inspectTask', { task: called(task) })}
                </button>
              ))}
          {other?.isSameState && (
            <button type="button" className="button strong" title="N" onClick={() => void turnLens(1, true)}>
              {word('differing')}
            </button>
          )}
        </span>
      </footer>
      <p className="visually-hidden" aria-live="polite">
        <Spoken decision={own} />
      </p>
    </aside>
  );
}

/** The present row, or the result. */
function Spoken({ decision }: { readonly decision: Decision }) {
  const { lens, head, steps, rows } = decision;
  const t = useT();
  const word = useLensWords();
  useLooksWords();
  const gateNs = useNewidleGate(lens.lane);
  const kernel = useKernel(lens.lane);
  const levels = useLevels(decision);
  const row = rows[lens.step];
  const looks = looksWord;
  if (!row) {
    const why = reasonOf(head, steps, gateNs, looks);
    return word('spoken.result', { title: titleOf(head, steps, word), why, cost: duration(head.costNs) });
  }
  const texts = tell(row, rows[lens.step - 1], groupAt(steps, levels, row.at), kernel, { t, word, looks });
  const value = texts.value && word('spoken.value', { value: texts.value });
  return word('spoken', { ...texts, value, n: lens.step + 1, all: rows.length });
}
