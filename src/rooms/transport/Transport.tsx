import { useEffect, useRef } from 'react';
import { REAL_TIME, SPEEDS } from '../../engine/lanes/pace';
import { onFrame } from '../../engine/loop';
import { type Action, actions } from '../../page/actions';
import { clockNs, runStore, setPace, setSpeed, useRun } from '../../state/run';
import { follow, useView } from '../../state/view';
import { Icon, type IconName } from '../../ui/Icon';
import { Segmented } from '../../ui/Segmented';
import { useT } from '../../words';
import { count, moment, speed as speedText } from '../../words/format';
import { TimeBar } from './TimeBar';
import './transport.css';

function ActionButton({ action, icon, large }: { action: Action; icon: IconName; large?: boolean }) {
  const t = useT();
  const fault = useRun((run) => run.fault !== null);
  return (
    <button
      type="button"
      className={large ? 'quiet large' : 'quiet'}
      aria-label={t(action.name)}
      aria-keyshortcuts={action.shown ?? action.key}
      title={`${t(action.name)}  ${action.shown ?? action.key}`}
      disabled={fault && action.possible !== undefined}
      onClick={action.perform}
    >
      <Icon name={icon} />
    </button>
  );
}

export function Transport() {
  const t = useT();
  const playing = useRun((run) => run.playing);
  const pace = useRun((run) => run.pace);
  const speed = useRun((run) => run.speed);
  const perSecond = SPEEDS[speed] ?? 0;
  const speedLabel =
    speed === REAL_TIME ? t('transport.real') : Number.isFinite(perSecond) ? speedText(perSecond) : t('transport.max');

  return (
    <section className="panel transport" aria-label={t('transport.label')}>
      <TimeBar />
      <div className="transport-row">
        <div className="buttons">
          <ActionButton action={actions.restart} icon="restart" />
          <ActionButton action={actions.again} icon="again" />
          <ActionButton action={actions.lastDecision} icon="decisionBack" />
          <ActionButton action={actions.stepBack} icon="stepBack" />
          <ActionButton action={actions.play} icon={playing ? 'pause' : 'play'} large />
          <ActionButton action={actions.step} icon="step" />
          <ActionButton action={actions.nextDecision} icon="decision" />
        </div>
        <Readouts />
        <Following />
        <Segmented
          label={t('transport.pace')}
          value={pace}
          options={[
            { value: 'watch', label: t('transport.watch') },
            { value: 'race', label: t('transport.race') },
          ]}
          onChange={setPace}
        />
        <div className="speed" data-idle={pace === 'race'}>
          <ActionButton action={actions.slower} icon="slower" />
          <input
            type="range"
            aria-label={t('transport.speed')}
            aria-valuetext={speedLabel}
            min={0}
            max={SPEEDS.length - 1}
            value={speed}
            disabled={pace === 'race'}
            onChange={({ target }) => setSpeed(Number(target.value))}
          />
          <ActionButton action={actions.faster} icon="faster" />
          <output>{speedLabel}</output>
        </div>
      </div>
    </section>
  );
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
        {nothing && t(nothing.way === 'next' ? 'time.nothing.next' : 'time.nothing.last')}
      </span>
    </>
  );
}

/** Written every frame, outside React. */
function Readouts() {
  const t = useT();
  const time = useRef<HTMLOutputElement>(null);
  const events = useRef<HTMLElement>(null);
  const hashes = useRef<HTMLElement>(null);
  useEffect(() => {
    let lastMs = Number.NEGATIVE_INFINITY;
    return onFrame((nowMs) => {
      if (nowMs - lastMs < 50) return;
      lastMs = nowMs;
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
