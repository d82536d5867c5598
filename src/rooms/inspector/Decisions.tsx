/** The latest decisions of a CPU; one opened shows its steps, and the list holds still meanwhile. */
import { useMemo, useState } from 'react';
import { decisionsOf, type Head, type Records, type Step, stepsOf } from '../../engine/wire/records';
import { GATES } from '../../scenario/generated/steps';
import type { Decided } from '../../scenario/generated/vocab';
import { Term } from '../../signs/Term';
import { Word } from '../../signs/Word';
import { openLens } from '../../state/decision';
import { useNewidleGate } from '../../state/gate';
import { useKernel } from '../../state/kernel';
import { look, useView } from '../../state/view';
import { Segmented } from '../../ui/Segmented';
import { duration } from '../../words/format';
import { functionName } from '../../words/functionName';
import { useT } from '../../words/inspector';
import { agoOf, because, isGroup, numberOf, textOf } from '../../words/sentences';
import { useT as useStepT } from '../../words/steps';
import { TaskName } from './TaskName';
import './entries.css';

const MOST_SHOWN = 60;

const KINDS = {
  all: null,
  placed: new Set<Decided>(['wake', 'fork', 'exec']),
  pulled: new Set<Decided>(['newidle', 'periodic', 'push', 'steal', 'o1_balance']),
} as const satisfies Record<string, ReadonlySet<Decided> | null>;
type Kind = keyof typeof KINDS;

interface DecisionsProps {
  readonly records: Records;
  readonly cpu: number;
  readonly ns: number;
  readonly tasks: Uint16Array;
}

export function Decisions({ records, cpu, ns, tasks }: DecisionsProps) {
  const t = useT();
  const [kind, setKind] = useState<Kind>('all');
  const [held, setHeld] = useState<{ readonly open: number; readonly records: Records; readonly ns: number } | null>(
    null,
  );
  const shown = held ?? { records, ns };
  const heads = useMemo(() => decisionsOf(shown.records, cpu, MOST_SHOWN, KINDS[kind]), [shown.records, cpu, kind]);
  const newer = held ? records.end - held.records.end : 0;
  const release = () => {
    look({ pointed: null });
    setHeld(null);
  };

  return (
    <>
      <div className="decisions-head">
        <Segmented
          label={t('decisions.kind')}
          value={kind}
          options={(Object.keys(KINDS) as Kind[]).map((value) => ({ value, label: t(`decisions.${value}`) }))}
          onChange={(next) => {
            release();
            setKind(next);
          }}
        />
        {newer > 0 && (
          <button type="button" className="button decisions-newer" onClick={release}>
            {t('decisions.newer')}
          </button>
        )}
      </div>
      {heads.length === 0 && <p className="inspector-note">{t('decisions.none', { cpu })}</p>}
      <ol className="decisions">
        {heads.map((head) => (
          <Decision
            key={head.serial}
            head={head}
            ns={shown.ns}
            tasks={tasks}
            open={held?.open === head.serial}
            onToggle={(open) =>
              open ? setHeld({ open: head.serial, records: shown.records, ns: shown.ns }) : release()
            }
          />
        ))}
      </ol>
    </>
  );
}

interface DecisionProps {
  readonly head: Head;
  readonly ns: number;
  readonly tasks: Uint16Array;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
}

function Decision({ head, ns, tasks, open, onToggle }: DecisionProps) {
  const t = useT();
  const lane = useView((view) => view.selection?.lane);
  const steps = useMemo(() => stepsOf(head), [head]);
  const gateNs = useNewidleGate(lane);
  const reason = because(head, steps, gateNs);
  const ago = agoOf(ns - head.ns);
  const idle = steps.length === 1 && GATES.includes(steps[0]?.answer ?? 'idle');
  // A placement goes from the deciding CPU to the chosen one, a pull from its queue.
  const from = KINDS.pulled.has(head.kind) ? head.about : head.cpu;
  return (
    <li className="entry" data-open={open} data-gated={idle}>
      <button type="button" aria-expanded={open} onClick={() => onToggle(!open)}>
        <span className="entry-kind">
          <Word of={`decided.${head.kind}`}>{t(`decided.${head.kind}`)}</Word>
        </span>
        {head.task !== null && <b className="mono">{t('decision.task', { task: head.task })}</b>}
        <span className="mono">{from === head.chosen ? `CPU ${from}` : `CPU ${from} → ${head.chosen}`}</span>
        <time>{textOf(ago)}</time>
      </button>
      {open && (
        <div className="entry-steps">
          <p className="entry-why">{textOf(reason)}</p>
          {head.task !== null && (
            <p>
              <TaskName task={head.task} tasks={tasks} />
              {head.kind === 'wake' && (
                <small> · {t('decision.wake', { waker: head.cpu, prev: head.about, cpu: head.chosen })}</small>
              )}
            </p>
          )}
          {steps.length > 0 && <Steps steps={steps} chosen={head.chosen} />}
          {lane && (
            <button
              type="button"
              className="button entry-replay"
              onClick={() => void openLens(lane, head.words.slice())}
            >
              {t('decision.replay')}
            </button>
          )}
          <p className="entry-cost">
            {t('decision.cost', { cost: duration(head.costNs), time: (head.ns / 1e6).toFixed(6) })}
          </p>
        </div>
      )}
    </li>
  );
}

function Steps({ steps, chosen }: { steps: readonly Step[]; chosen: number }) {
  const t = useStepT();
  const lane = useView((view) => view.selection?.lane);
  const kernel = useKernel(lane);
  const point = (cpu: number | null) => look({ pointed: cpu });
  return (
    <ol className="steps">
      {steps.map((step, place) => {
        const value = numberOf(step);
        // The function name appears when it changes.
        const again = steps[place - 1]?.func === step.func;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a decision never change.
          <li key={place} data-answer={step.answer} data-chosen={step.cpu === chosen && step.answer === 'idle'}>
            {!again && (
              <span className="step-func">
                <Term of={`func.${step.func}`}>{functionName(step.func, kernel)}</Term>
              </span>
            )}
            <button
              type="button"
              className="step-cpu"
              title={t('step.look', { cpu: step.cpu })}
              onPointerEnter={() => point(step.cpu)}
              onPointerLeave={() => point(null)}
              onFocus={() => point(step.cpu)}
              onBlur={() => point(null)}
              onClick={() => lane && look({ selection: { lane, cpu: step.cpu }, pointed: null })}
            >
              {isGroup(step) ? t('step.group', { cpu: step.cpu }) : `CPU ${step.cpu}`}
            </button>
            <span className="step-answer">
              <Term of={`answer.${step.answer}`}>{t(`answer.${step.answer}`)}</Term>
            </span>
            <span className="step-value">{value && textOf(value)}</span>
          </li>
        );
      })}
    </ol>
  );
}
