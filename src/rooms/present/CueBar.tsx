/** What a speaker says of the lanes: the experiment, then its notes, one at a time and in type for the last row. */
import { useEffect } from 'react';
import { actions, keysOf } from '../../page/actions';
import { goTo, useIsThere, usePlace } from '../../page/pins';
import { pause, seek, startNs } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { look, useView } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { useT } from '../../words';
import { useWords } from '../../words/notes';
import './present.css';

export function CueBar() {
  const t = useT();
  const words = useWords();
  const place = usePlace();
  const cue = useView((view) => view.cue) ?? 0;
  const notes = useScenario((state) => state.notes);
  const preset = useScenario((state) => state.preset);
  const note = notes[cue - 1];
  const isThere = useIsThere();
  const pin = note?.pin;
  const there = pin !== undefined && isThere(pin);
  const hint = words('cue.hint', { key: actions.notes.key });

  useEffect(() => {
    look(pin?.kind === 'cpu' && there ? { pointed: pin.cpu } : { pointed: null, selection: null });
    if (pin === undefined || pin.kind === 'moment') pause();
    if (pin === undefined) void seek(startNs());
    else if (there) goTo(pin);
  }, [pin, there]);
  useEffect(() => () => look({ pointed: null }), []);

  return (
    <section className="panel cue" aria-label={words('cue.label')}>
      <button
        type="button"
        className="quiet"
        disabled={cue === 0}
        aria-label={words('cue.back')}
        aria-keyshortcuts={keysOf(actions.cueBack)}
        onClick={actions.cueBack.perform}
      >
        ◂
      </button>
      <div className="cue-body">
        <p className="cue-text" role="status">
          {note ? note.text : t(`preset.${preset}`)}
        </p>
        <p className="cue-place">{note ? place(note.pin) : notes.length === 0 ? hint : t(`preset.${preset}.note`)}</p>
      </div>
      <span className="cue-count">{note && words('cue.place', { at: cue, all: notes.length })}</span>
      <button
        type="button"
        className="quiet"
        disabled={cue === notes.length}
        aria-label={words('cue.next')}
        aria-keyshortcuts={keysOf(actions.cueNext)}
        onClick={actions.cueNext.perform}
      >
        ▸
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
    </section>
  );
}
