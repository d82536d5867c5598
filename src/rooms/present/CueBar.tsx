/** What is told of the lanes, in type for the last row: the cue above them, and below them what is always there. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../engine/idle';
import { onFrame } from '../../engine/loop';
import { actions, keysOf } from '../../page/actions';
import { later, Part } from '../../page/Part';
import { stageHas, type Talk } from '../../page/talk';
import { clockNs } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { Icon } from '../../ui/Icon';
import { useT } from '../../words';
import { moment } from '../../words/format';
import { useWords } from '../../words/notes';
import { useSpeaker } from './useSpeaker';
import './present.css';

const VerdictFigure = later(async () => {
  await whenIdle();
  return (await import('../../page/VerdictFigure')).VerdictFigure;
});

/** A text of more characters does not fit one line of the large type. */
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
  const openSpeaker = useSpeaker(talk);
  const [shown, setShown] = useState(false);
  useEffect(() => stageHas({ code: () => setShown((before) => !before), speaker: openSpeaker }), [openSpeaker]);
  const { now, place } = talk;

  return (
    <section className="cue" aria-label={words('cue.label')}>
      <div className="cue-head">
        <div className="cue-body">
          <p className="cue-text" role="status" data-long={now.text.length > ONE_LINE}>
            {now.text}
          </p>
          <p className="cue-place">{now.about}</p>
        </div>
        <Clock />
      </div>
      <div className="cue-foot">
        <div className="cue-verdict">
          <Part>
            <VerdictFigure scenario={document} />
          </Part>
        </div>
        {legend}
        <div className="cue-controls">
          <span className="cue-count">{place}</span>
          <button
            type="button"
            className="quiet"
            disabled={talk.isFirst}
            aria-label={words('cue.back')}
            aria-keyshortcuts={keysOf(actions.cueBack)}
            onClick={actions.cueBack.perform}
          >
            ◂
          </button>
          <button
            type="button"
            className="quiet"
            disabled={talk.isLast}
            aria-label={words('cue.next')}
            aria-keyshortcuts={keysOf(actions.cueNext)}
            onClick={actions.cueNext.perform}
          >
            ▸
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={words('cue.speaker')}
            title={words('cue.speaker')}
            aria-keyshortcuts={actions.cueSpeaker.key}
            onClick={actions.cueSpeaker.perform}
          >
            <Icon name="windows" />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={words('cue.code')}
            title={words('cue.code')}
            aria-expanded={shown}
            aria-keyshortcuts={actions.cueCode.key}
            onClick={actions.cueCode.perform}
          >
            <Icon name="code" />
          </button>
          <button
            type="button"
            className="quiet"
            aria-label={words('cue.leave')}
            title={words('cue.leave')}
            aria-keyshortcuts={actions.cueLeave.key}
            onClick={actions.cueLeave.perform}
          >
            <Icon name="close" />
          </button>
        </div>
      </div>
      {shown && <div className="cue-code">{code}</div>}
    </section>
  );
}

/** The simulated time, written where it stands: no render per frame. */
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
