import { useEffect, useRef } from 'react';
import { DEFAULT_SPEED, drawnAs, type Pace, REAL_TIME, SPEEDS } from '../../engine/lanes/pace';
import { actions } from '../../page/actions';
import { clockNs, runStore, setPace, setSpeed, useRun } from '../../state/run';
import { follow, useView } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { part } from '../../ui/part';
import { useT } from '../../words';
import { count, moment, speed as speedText } from '../../words/format';
import { ActionButton } from './ActionButton';
import { onReading } from './readings';
import { TimeBar } from './TimeBar';
import './transport.css';

export function Transport() {
  const t = useT();
  const playing = useRun((run) => run.playing);
  const pace = useRun((run) => run.pace);
  const speed = useRun((run) => run.speed);
  const perSecond = SPEEDS[speed] ?? 0;
  const speedLabel =
    pace === 'race'
      ? t('transport.max')
      : speed === REAL_TIME
        ? t('transport.real')
        : Number.isFinite(perSecond)
          ? speedText(perSecond)
          : t('transport.max');

  const drawn = drawnAs(pace, speed);
  const pick = (value: Pace) => (
    <button type="button" className="pace-word" aria-pressed={drawn === value} onClick={() => choose(value)}>
      {t(`transport.${value}`)}
    </button>
  );

  return (
    <section className="transport" aria-label={t('transport.label')}>
      <div className="buttons">
        <ActionButton action={actions.stepBack} icon="stepBack" />
        <ActionButton
          action={{ ...actions.play, name: playing ? 'action.pause' : 'action.start' }}
          icon={playing ? 'pause' : 'play'}
          large
        />
        <ActionButton action={actions.step} icon="step" />
      </div>
      <Readouts />
      <TimeBar />
      <Following />
      <fieldset className="speed" aria-label={t('transport.pace')}>
        {pick('watch')}
        <input
          type="range"
          aria-label={t('transport.speed')}
          aria-valuetext={speedLabel}
          min={0}
          max={SPEEDS.length - 1}
          value={speed}
          style={part(pace === 'race' ? 1 : speed, pace === 'race' ? 1 : SPEEDS.length - 1)}
          onChange={({ target }) => {
            setPace('watch');
            setSpeed(Number(target.value));
          }}
        />
        {pick('race')}
        <output>{speedLabel}</output>
      </fieldset>
    </section>
  );
}

/** Slow enough to see every move, or as fast as possible. */
function choose(pace: Pace): void {
  setPace(pace);
  if (pace === 'watch' && drawnAs('watch', runStore.getState().speed) === 'race') setSpeed(DEFAULT_SPEED);
}

/** The task that is followed, and steps from one decision about it to the next. */
function Following() {
  const t = useT();
  const task = useView((view) => view.followed);
  const nothing = useRun((run) => run.nothingFound);
  return (
    <>
      {task !== null && (
        <div className="following">
          <ActionButton action={actions.lastOfTask} icon="decisionBack" />
          <b>{t('decision.task', { task })}</b>
          <ActionButton action={actions.nextOfTask} icon="decision" />
          <button type="button" className="quiet" aria-label={t('time.unfollow')} onClick={() => follow(task)}>
            <Icon name="close" />
          </button>
        </div>
      )}
      <span className="small" role="status">
        {nothing && t(nothing.direction === 'next' ? 'time.nothing.next' : 'time.nothing.last')}
      </span>
    </>
  );
}

/** Updated while the run plays, without a new render. */
function Readouts() {
  const t = useT();
  const time = useRef<HTMLOutputElement>(null);
  const events = useRef<HTMLElement>(null);
  const hashes = useRef<HTMLElement>(null);
  useEffect(() => {
    return onReading(() => {
      const { feeds } = runStore.getState();
      const write = (element: HTMLElement | null, text: string) => {
        if (element && element.textContent !== text) element.textContent = text;
      };
      write(time.current, moment(clockNs()));
      write(events.current, count(feeds.reduce((sum, feed) => sum + (feed.frame?.events ?? 0), 0)));
      write(hashes.current, feeds.map((feed) => feed.frame?.hash.slice(-6) ?? '').join(' '));
    });
  }, []);
  return (
    <div className="readouts">
      <output ref={time} className="clock" aria-label={t('transport.time')} aria-live="off" />
      <span className="small">
        {t('transport.events')} <span ref={events} />
      </span>
      <span className="small hash" title={t('transport.hash')}>
        <span ref={hashes} />
      </span>
    </div>
  );
}
