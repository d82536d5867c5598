/** The decision in words: its steps in order, the result, and the model's note of the mechanism. */
import { useEffect, useRef } from 'react';
import { whenIdle } from '../../engine/idle';
import { movesOf, stepsOf } from '../../engine/wire/records';
import { later, Part } from '../../page/Part';
import type { Func } from '../../scenario/generated/vocab';
import { Word } from '../../signs/Word';
import { closeLens, enterChosen, enterTask, goToStep, stepLens, toggleLens } from '../../state/decision';
import { useNewidleGate } from '../../state/gate';
import { useKernel } from '../../state/kernel';
import { Icon } from '../../ui/Icon';
import { duration, moment } from '../../words/format';
import { because } from '../../words/sentences';
import { useT } from '../../words/steps';
import { useLensWords } from './words';
import './decision.css';
import { glyphOf, groupAt, toneOf } from './marks';
import { tell } from './names';
import { type Decision, useDecision, useLevels } from './useDecision';
import '../../ui/sheet.css';

/** For picks only. */
const Picked = later(async () => (await import('./Picked')).Picked);
const Other = later(async () => {
  await whenIdle();
  return (await import('./Other')).Other;
});
const Note = later(async () => {
  await whenIdle();
  return (await import('./Note')).Note;
});

/** How long each step is shown during playback of the steps (ms). */
const STEP_MS = 900;

export default function Panel() {
  const decision = useDecision();
  return decision && <Told decision={decision} />;
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

function Told({ decision }: { decision: Decision }) {
  const { lens, head, steps } = decision;
  const levels = useLevels(decision);
  const t = useT();
  const word = useLensWords();
  const gateNs = useNewidleGate(lens.lane);
  const kernel = useKernel(lens.lane);
  const list = useRef<HTMLOListElement>(null);
  const { step, running } = lens;
  const reason = because(head, stepsOf(head), gateNs);
  const why = t(reason.key, reason.params);
  const func = (steps[step] ?? steps.at(-1))?.func ?? KIND_FUNC[head.kind];
  const what = word(`what.${head.kind}`, { cpu: head.cpu, about: head.about, task: head.task ?? '' });
  const total = { cost: duration(head.costNs), time: moment(head.ns) };
  const all = steps.length + 1;

  useEffect(() => {
    if (!running) return;
    const timer = window.setTimeout(() => goToStep(step + 1, true), STEP_MS);
    return () => window.clearTimeout(timer);
  }, [running, step]);

  useEffect(() => {
    list.current?.children[step]?.scrollIntoView({ block: 'nearest' });
  }, [step]);

  // A sheet must not hide the CPU that a step is about.
  const cpu = steps[step]?.cpu ?? head.chosen;
  useEffect(() => {
    document.querySelector(`[data-lane="${lens.lane}"] [data-cpu="${cpu}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [lens.lane, cpu]);

  const spoken = () => {
    const present = steps[step];
    if (!present) return word('spoken.result', { why, cost: total.cost });
    const texts = tell(present, groupAt(steps, levels, step), kernel, t, word);
    return word('spoken', {
      ...texts,
      value: texts.value && word('spoken.value', { value: texts.value }),
      n: step + 1,
      all,
    });
  };

  return (
    <aside
      id="decision"
      className={`panel inspector decision lane-${lens.lane}`}
      aria-label={word('label', { what })}
      tabIndex={-1}
    >
      <header>
        <b className="badge" aria-hidden="true">
          {lens.lane.toUpperCase()}
        </b>
        <h2>{what}</h2>
        <button type="button" className="quiet" aria-label={word('close')} title="Esc" onClick={closeLens}>
          <Icon name="close" />
        </button>
      </header>
      <div className="decision-bar">
        <button type="button" className="quiet" aria-label={word('back')} title="←" onClick={() => stepLens(-1)}>
          <Icon name="stepBack" />
        </button>
        <button type="button" className="quiet" aria-label={word(running ? 'pause' : 'play')} onClick={toggleLens}>
          <Icon name={running ? 'pause' : 'play'} />
        </button>
        <button type="button" className="quiet" aria-label={word('next')} title="→" onClick={() => stepLens(1)}>
          <Icon name="step" />
        </button>
        <span className="decision-place">{word('place', { n: step + 1, all })}</span>
        <span className="decision-total">{word('total', total)}</span>
      </div>
      <Part>
        <Other decision={decision} />
      </Part>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also from the keyboard. */}
      <section className="inspector-body" tabIndex={0} aria-label={word('steps')}>
        {head.kind === 'pick' && (
          <Part>
            <Picked lane={lens.lane} steps={stepsOf(head)} why={why} />
          </Part>
        )}
        <ol className="decision-steps" ref={list}>
          {steps.map((one, i) => {
            const texts = tell(one, groupAt(steps, levels, i), kernel, t, word);
            const again = steps[i - 1]?.func === one.func;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a decision never change.
              <li key={i} aria-current={i === step ? 'step' : undefined} data-tone={toneOf(one.answer)}>
                {!again && (
                  <span className="decision-func">
                    <Word of={`func.${one.func}`}>{texts.func}</Word>
                  </span>
                )}
                <button type="button" onClick={() => goToStep(i)}>
                  <span className="decision-number">{i + 1}</span>
                  <span className="mono">{texts.subject}</span>
                  <span className="decision-answer">
                    <i aria-hidden="true">{glyphOf(one.answer)}</i> {texts.answer}
                  </span>
                  <span className="decision-value">{texts.value}</span>
                  <span className="decision-cost" title={word('soFar')}>
                    {texts.cost}
                  </span>
                </button>
              </li>
            );
          })}
          <li aria-current={step >= steps.length ? 'step' : undefined} className="decision-result">
            <button type="button" onClick={() => goToStep(steps.length)}>
              <span className="decision-number">{word('result')}</span>
              <b>{why}</b>
            </button>
            <div className="decision-ways">
              <button type="button" className="button" title="Enter" onClick={enterChosen}>
                {t('step.look', { cpu: head.chosen })}
              </button>
              {movesOf(head).map(({ task }) => (
                <button key={task} type="button" className="button" onClick={() => enterTask(task)}>
                  {t('inspector.task', { task })}
                </button>
              ))}
            </div>
          </li>
        </ol>
        <Part fallback={<section className="decision-note" />}>
          <Note func={func} kernel={kernel} />
        </Part>
      </section>
      <p className="visually-hidden" aria-live="polite">
        {spoken()}
      </p>
    </aside>
  );
}
