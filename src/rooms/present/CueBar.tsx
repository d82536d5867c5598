/** The frame of a presentation, in large type: the cue above the lanes, and below them clock, verdict and buttons. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../engine/idle';
import { onFrame } from '../../engine/loop';
import { type Action, actions, keysOf } from '../../page/actions';
import { later, Part } from '../../page/Part';
import { registerStage, type Talk } from '../../page/talk';
import { clockNs } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { Icon } from '../../ui/Icon';
import { useT } from '../../words';
import { moment } from '../../words/format';
import { useWords } from '../../words/notes';
import { byWords } from '../../words/phrases';
import { useSpeaker } from './useSpeaker';
import './present.css';

const VerdictFigure = later(async () => {
  await whenIdle();
  return (await import('../../page/VerdictFigure')).VerdictFigure;
});

/** The most characters of one line in large type. */
const ONE_LINE = 46;

interface CueBarProps {
  readonly talk: Talk;
  readonly legend: ReactNode;
  /** The link as a QR code. */
  readonly code: ReactNode;
}

export function CueBar({ talk, legend, code }: CueBarProps) {
  const words = useWords();
  const document = useScenario((state) => state.document);
  const [blank, setBlank] = useState(false);
  const [shown, setShown] = useState(false);
  const openSpeaker = useSpeaker(talk, blank);
  useEffect(
    () =>
      registerStage({
        blank: () => setBlank((before) => !before),
        code: () => setShown((before) => !before),
        speaker: openSpeaker,
      }),
    [openSpeaker],
  );
  useEffect(() => {
    if (!shown && !blank) return;
    // Escape closes what covers the stage before it leaves the presentation.
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (blank) setBlank(false);
      else setShown(false);
    };
    window.addEventListener('keydown', close, true);
    return () => window.removeEventListener('keydown', close, true);
  }, [shown, blank]);
  const { now, place } = talk;
  // Another cue is there to be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the cue.
  useEffect(() => setBlank(false), [now.text]);

  return (
    <section className="cue" aria-label={words('cue.label')}>
      <div className="cue-head">
        <div className="cue-body">
          <p className="cue-text" role="status" data-long={now.text.length > ONE_LINE}>
            {byWords(now.text)}
          </p>
          <p className="cue-place">{now.about}</p>
        </div>
        <Clock />
      </div>
      <div className="cue-foot">
        <div className="cue-verdict">
          {!talk.asks && (
            <Part>
              <VerdictFigure scenario={document} />
            </Part>
          )}
        </div>
        {legend}
        <div className="cue-controls">
          <span className="cue-count">{place}</span>
          <Control does={actions.cueBack} label={words('cue.back')} disabled={talk.isFirst}>
            ◂
          </Control>
          <Control does={actions.cueNext} label={words('cue.next')} disabled={talk.isLast}>
            ▸
          </Control>
          <Control does={actions.cueSpeaker} label={words('cue.speaker')}>
            <Icon name="windows" />
          </Control>
          <Control does={actions.cueCode} label={words('cue.code')} expanded={shown}>
            <Icon name="code" />
          </Control>
          <Control does={actions.cueLeave} label={words('cue.leave')}>
            <Icon name="close" />
          </Control>
        </div>
      </div>
      {shown && <div className="cue-code">{code}</div>}
      {blank && (
        <button type="button" className="cue-blank" aria-label={words('cue.blank')} onClick={() => setBlank(false)} />
      )}
    </section>
  );
}

interface ControlProps {
  readonly does: Action;
  readonly label: string;
  readonly disabled?: boolean;
  /** Whether the panel of the button is open. */
  readonly expanded?: boolean;
  readonly children: ReactNode;
}

function Control({ does, label, disabled, expanded, children }: ControlProps) {
  return (
    <button
      type="button"
      className="quiet"
      aria-disabled={disabled}
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      aria-keyshortcuts={keysOf(does)}
      onClick={does.perform}
    >
      {children}
    </button>
  );
}

/** The simulated time, written into the element directly: no render per frame. */
function Clock() {
  const t = useT();
  const time = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      onFrame(() => {
        const text = moment(clockNs());
        if (time.current && time.current.textContent !== text) time.current.textContent = text;
      }),
    [],
  );
  return <span ref={time} className="clock cue-clock" role="timer" aria-label={t('transport.time')} />;
}
