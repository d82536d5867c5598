/** An act beside the lanes: its steps in one column. The machine shows the step that is being read. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ACT_NUMBERS } from '../../scenario/acts';
import { look } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { t } from '../../words';
import { Chevron } from './Chevron';
import { arrive, goTo, leave, turn } from './go';
import { hasTimeline, Step } from './Step';
import { type Opened, stepOf, useStory } from './store';
import { Through } from './Through';
import type { Published, StepWords } from './types';
import { useReadings } from './useReadings';
import { useScroll } from './useScroll';
import { useSeen } from './useSeen';
import { type ActsKey, useWords } from './words';
import './acts.css';

export interface ActsProps {
  /** Draws rows of the published tables beside ours. */
  readonly published: (tables: readonly Published[]) => ReactNode;
  /** Names of the keys for the next step and the previous one. */
  readonly keys: { readonly next: string; readonly back: string };
  /** Plays and pauses the run; shown where the page has no console. */
  readonly play: ReactNode;
}

export default function Acts(props: ActsProps) {
  const opened = useStory((state) => state.opened);
  return opened && <OpenAct {...props} opened={opened} />;
}

function OpenAct({ opened, published, keys, play }: ActsProps & { readonly opened: Opened }) {
  const w = useWords();
  const entry = useStory((state) => state.entry);
  const arrived = useStory((state) => state.arrived);
  const answered = useStory((state) => state.answered);
  const seen = useSeen();
  const { number, act, at } = opened;
  const { name, step } = stepOf(opened);
  const all = act.words();
  const words = all[name] as StepWords;
  const steps = act.steps.length;
  const scroller = useRef<HTMLElement>(null);
  const turned = useRef<Opened | null>(null);
  const title = w(`act.${number}` as ActsKey);
  const asks = words.question !== undefined || words.sketch !== undefined;
  const read = useReadings(name, step, asks && !answered ? null : seen);

  useScroll(scroller, opened);
  // The clicked button stays behind.
  useEffect(() => {
    if (turned.current && turned.current !== opened)
      scroller.current?.querySelector<HTMLElement>('[data-current="true"] h2')?.focus({ preventScroll: true });
    turned.current = null;
  }, [opened]);
  useEffect(() => void arrive(entry, opened), [entry, opened]);
  useEffect(() => {
    document.title = t('said.of', { of: w('label', { number, title }), said: words.title });
  });

  return (
    <aside className="acts" aria-label={w('label', { number, title })} data-step={name} data-arrived={arrived}>
      <header className="acts-head">
        <ActList number={number} />
        <Progress opened={opened} />
        <button type="button" className="quiet" aria-label={w('leave')} title={w('leave')} onClick={leave}>
          <Icon name="close" />
        </button>
      </header>
      <p className="visually-hidden" role="status">
        {w('step', { step: at + 1, steps, title: words.title })}
      </p>
      {/* A scrolling region has to be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="acts-scroll" tabIndex={0} aria-label={w('text')} ref={scroller}>
        {act.steps.map(([key, one], place) => (
          <Step
            key={`${number} ${key}`}
            place={place}
            act={act}
            name={key}
            step={one}
            words={all[key] as StepWords}
            read={read}
            seen={place === at ? seen : null}
            current={place === at}
            published={published}
          >
            <StepNavigation
              opened={opened}
              place={place}
              keys={keys}
              play={play}
              onTurn={(by, byKey) => {
                turned.current = byKey ? opened : null;
                turn(by);
              }}
            />
          </Step>
        ))}
      </section>
    </aside>
  );
}

/**
 * The acts as a list. While it is closed, a key only changes the selection; the act opens when the list loses focus.
 */
function ActList({ number }: { readonly number: number }) {
  const w = useWords();
  const byKey = useRef(false);
  const [chosen, choose] = useState(number);
  useEffect(() => choose(number), [number]);
  const go = () => chosen === number || goTo(chosen, 1);
  return (
    <label className="acts-act">
      <span className="visually-hidden">{w('acts')}</span>
      {/* A closed `select` cuts its label to one line, so the title is beside it, with line breaks. */}
      <b aria-hidden="true">{w('choose', { number: chosen, title: w(`act.${chosen}` as ActsKey) })}</b>
      <Chevron />
      <select
        value={chosen}
        onKeyDown={({ key, altKey }) => {
          byKey.current = !altKey && key !== ' ' && key !== 'Enter';
          if (key === 'Enter') go();
        }}
        onKeyUp={() => {
          byKey.current = false;
        }}
        onBlur={go}
        onChange={({ target }) => {
          const to = Number(target.value);
          choose(to);
          if (!byKey.current) goTo(to, 1);
        }}
      >
        {ACT_NUMBERS.map((one) => (
          <option key={one} value={one}>
            {w('choose', { number: one, title: w(`act.${one}` as ActsKey) })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The progress in the act, a mark for each step; a click on a mark opens its step. */
function Progress({ opened: { number, act, at } }: { readonly opened: Opened }) {
  const w = useWords();
  const steps = act.steps.length;
  const labels = act.steps.map(([key], i) =>
    w('step', { step: i + 1, steps, title: (act.words()[key] as StepWords).title }),
  );
  return (
    <>
      <span className="acts-steps">
        {act.steps.map(([key], i) => (
          <i key={key} data-past={i < at} data-current={i === at} />
        ))}
        <input
          type="range"
          aria-label={w('steps')}
          aria-valuetext={labels[at]}
          title={labels.join('\n')}
          min={0}
          max={steps - 1}
          value={at}
          onChange={({ target }) => goTo(number, Number(target.value) + 1)}
        />
      </span>
      <span className="acts-place">{w('step.short', { step: at + 1, steps })}</span>
    </>
  );
}

/** Buttons: back, and forward with the question that the next step answers. */
function StepNavigation({
  opened: { number, act, at },
  place,
  keys,
  play,
  onTurn,
}: Pick<ActsProps, 'keys' | 'play'> & {
  readonly opened: Opened;
  readonly place: number;
  readonly onTurn: (by: 1 | -1, byKey: boolean) => void;
}) {
  const w = useWords();
  const step = act.steps[place]?.[1];
  const next = act.steps[place + 1]?.[0];
  const ask = next && act.words()[next]?.ask;
  const isFirst = place === 0 && number === ACT_NUMBERS[0];
  const isLast = next === undefined && number === ACT_NUMBERS.at(-1);
  return (
    <nav className="acts-nav" aria-label={w('turn')}>
      {!isFirst && (
        <button
          type="button"
          className="button acts-back"
          aria-keyshortcuts={keys.back}
          onClick={({ detail }) => onTurn(-1, detail === 0)}
        >
          <Chevron back />
          <span>{place === 0 ? w('back.act') : w('back')}</span>
        </button>
      )}
      {step && hasTimeline(step) ? (
        <Through place={place} step={step} current={place === at} />
      ) : (
        step?.game === undefined && step?.shot?.figure === undefined && <div className="acts-through">{play}</div>
      )}
      {!isLast && (
        <button
          type="button"
          className="button strong"
          aria-keyshortcuts={keys.next}
          onClick={({ detail }) => onTurn(1, detail === 0)}
        >
          {next === undefined ? w('next.act') : (ask ?? w('next'))}
          <Chevron />
        </button>
      )}
      {isLast && (
        <>
          <button type="button" className="button" onClick={leave}>
            {w('end.own')}
          </button>
          <button type="button" className="button strong" onClick={() => look({ show: 'gallery' })}>
            {w('end.front')}
          </button>
        </>
      )}
    </nav>
  );
}
