/** The bubble on the machine: the last decision about a CPU or a task, in a sentence or two, beside it. */
import { type MouseEvent, useRef } from 'react';
import { onFrame } from '../../engine/loop';
import { rowsOf } from '../../engine/wire/looks';
import { type Head, stepsOf } from '../../engine/wire/records';
import { CheckedCpus } from '../../signs/Ring';
import { openLens } from '../../state/decision';
import { useNewidleGate } from '../../state/gate';
import { useRun } from '../../state/run';
import { type Explained, isBare, look, useView, viewStore } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { duration, exactly, moment } from '../../words/format';
import { reasonOf, useLooksWords } from '../../words/looks';
import { because, textOf } from '../../words/sentences';
import './bubble.css';
import { close, focusCpu, useClosing, useEscape, usePlace } from './box';
import { type Answer, useAnswer } from './useAnswer';
import { useWhyWords } from './words';

/** On a CPU the lens's keys would act on the CPU, so the focus moves into the lens and returns when it closes. */
function enterLens(explained: Explained, cpu: number | null): void {
  const lens = () => document.getElementById('decision');
  const stop = [
    viewStore.subscribe((view) => {
      if (view.lens) return;
      for (const end of stop) end();
      if (document.activeElement === document.body || lens()?.contains(document.activeElement))
        focusCpu(explained, cpu);
    }),
    // It may have to be loaded first.
    onFrame(() => {
      if (!lens()) return;
      lens()?.focus();
      stop.pop()?.();
    }),
  ];
}

/** A child of the lane, which is its containing block. */
export function Bubble({ explained }: { explained: Explained }) {
  const answer = useAnswer(explained);
  useClosing(explained);
  return answer && <Answered explained={explained} answer={answer} />;
}

function Answered({ explained, answer }: { explained: Explained; answer: Answer }) {
  const word = useWhyWords();
  const box = useRef<HTMLDivElement>(null);
  const playing = useRun((run) => run.playing);
  const bare = useView(isBare);
  const embed = useView((view) => view.embed);
  const { head, task, throttles } = answer;
  const cpu = 'cpu' in explained ? explained.cpu : (head?.chosen ?? null);
  usePlace(box, cpu);
  useEscape(box, explained, cpu);
  if (cpu === null) return null;
  /** By a key, back to its CPU. */
  const leave = ({ detail }: MouseEvent) => {
    close();
    if (detail === 0) focusCpu(explained, cpu);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: it gathers words and buttons, no fields.
    <div id="why" ref={box} className="why" role="group" aria-labelledby="why-title" data-left-out>
      <div className="why-words" aria-live="polite">
        <h3 id="why-title">
          {task !== null
            ? word('title.task', { task, cpu: head?.chosen ?? cpu })
            : word(throttles.length > 0 ? 'title.throttled' : 'title.cpu', { cpu })}
        </h3>
        {throttles.map(({ group, quotaNs, periodNs, nextNs }) => (
          <p key={group} className="why-throttled">
            {word('throttled', {
              cpu,
              group,
              quota: exactly(quotaNs),
              period: exactly(periodNs),
              next: exactly(nextNs),
            })}
          </p>
        ))}
        <Because head={head} explained={explained} task={task} throttled={throttles.length > 0 && task === null} />
      </div>
      {head && (
        <p className="why-when" data-earlier={playing || undefined}>
          {word(playing ? 'earlier' : 'at', { time: moment(head.ns) })}
        </p>
      )}
      <p className="why-ways">
        {head && !embed && (
          <button
            type="button"
            className="button"
            onClick={(event) => {
              const { detail } = event;
              void openLens(explained.lane, head.words.slice()).then((isThere) => {
                if (!isThere) return;
                close();
                if (detail === 0) enterLens(explained, cpu);
              });
            }}
          >
            {word('steps')}
          </button>
        )}
        {!bare && (
          <button
            type="button"
            className="button why-inspect"
            onClick={(event) => {
              leave(event);
              look({ lane: explained.lane, selection: { lane: explained.lane, cpu }, thing: null, inspecting: true });
            }}
          >
            {word('inspect', { cpu })}
          </button>
        )}
      </p>
      <button type="button" className="quiet" aria-label={word('close')} title="Esc" onClick={leave}>
        <Icon name="close" />
      </button>
    </div>
  );
}

interface BecauseProps {
  readonly head: Head | null;
  readonly explained: Explained;
  /** The task that the title names with its CPU. */
  readonly task: number | null;
  readonly throttled: boolean;
}

/** The most looks in a line; more are counted. */
const MOST_LOOKS = 6;

/** The reason for the decision, the CPUs it looked at, and its cost. */
function Because({ head, explained, task, throttled }: BecauseProps) {
  const word = useWhyWords();
  const looks = useLooksWords();
  const gateNs = useNewidleGate(explained.lane);
  if (!head) return <p>{word('none')}</p>;
  const steps = stepsOf(head);
  const reason = because(head, steps, gateNs);
  // The bubble already contains that and more.
  if (throttled && reason.key === 'why.pick.throttled') return null;
  const why = task === null ? textOf(reason) : reasonOf(head, steps, gateNs, looks);
  const rows = rowsOf(head, steps).filter(({ number }) => number !== null);
  const isShort = head.kind === 'wake' && rows.length > 1 && rows.length <= MOST_LOOKS && !throttled;
  const took = steps.length > 1 ? 'took.many' : steps.length === 1 ? 'took.one' : 'took.none';
  return (
    <>
      <p className={throttled ? 'why-before' : undefined}>
        {throttled ? word('before', { why }) : why}
        {head.costNs > 0 && !isShort && (
          <span className="why-took"> {word(took, { n: steps.length, cost: duration(head.costNs) })}</span>
        )}
      </p>
      {isShort && (
        <div className="why-looks">
          <CheckedCpus rows={rows} chosen={head.chosen} label={({ step }) => word('cpu', { cpu: step.cpu })} />
        </div>
      )}
    </>
  );
}
