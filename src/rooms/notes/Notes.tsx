/** The notes of the link: a strip under the lanes, and a dialog to edit them. */
import { type FormEvent, useRef, useState } from 'react';
import { actions } from '../../page/actions';
import { goTo, useIsThere, usePlace } from '../../page/pins';
import { chartsOf } from '../../scenario/charts';
import { MAX_NOTE_TEXT, MAX_NOTES, type Note, noteText, type Pin } from '../../scenario/notes';
import { clockNs } from '../../state/run';
import { setNotes, useScenario } from '../../state/scenario';
import { LANE_KEYS, look, useView } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { NoteSign } from '../../ui/NoteSign';
import { useT } from '../../words';
import { useWords } from '../../words/notes';
import './notes.css';
import '../../ui/field.css';

/** The notes of the link, each with a button that shows its place. */
export function NotesStrip() {
  const t = useT();
  const words = useWords();
  const place = usePlace();
  const notes = useScenario((state) => state.notes);
  const embed = useView((view) => view.embed);
  const isThere = useIsThere();
  return (
    <section className="notes-strip" aria-label={t('notes.label')}>
      <ul>
        {notes.map(({ pin, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a note is its place in the list.
          <li key={i}>
            <NoteSign />
            {isThere(pin) ? (
              <button
                type="button"
                className="note-place"
                title={words(`goto.${pin.kind}`, { place: place(pin) })}
                onClick={() => goTo(pin)}
              >
                {place(pin)}
              </button>
            ) : (
              <b className="note-place">{place(pin)}</b>
            )}
            <span className="note-text">{text}</span>
          </li>
        ))}
      </ul>
      {!embed && (
        <button
          type="button"
          className="quiet"
          onClick={actions.notes.perform}
          aria-keyshortcuts={actions.notes.key}
          aria-label={words('edit')}
          title={words('edit')}
        >
          …
        </button>
      )}
    </section>
  );
}

export function NotesDialog() {
  const t = useT();
  const words = useWords();
  const place = usePlace();
  const notes = useScenario((state) => state.notes);
  const list = useRef<HTMLOListElement>(null);
  /** Removing a note removes its button: the focus moves to the next button, or to the field of a new note. */
  const remove = (at: number) => {
    setNotes(notes.toSpliced(at, 1));
    const { current: element } = list;
    requestAnimationFrame(() => {
      const left = element?.querySelectorAll('button');
      (left?.[at] ?? left?.[at - 1] ?? element?.parentElement?.querySelector('select'))?.focus();
    });
  };
  const change = (at: number, text: string) => {
    const plain = noteText(text);
    if (plain !== '' && plain !== notes[at]?.text)
      setNotes(notes.with(at, { pin: (notes[at] as Note).pin, text: plain }));
  };
  return (
    <Dialog title={t('action.notes')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <p>{words(notes.length > 0 ? 'intro' : 'none')}</p>
      <ol className="notes-list" ref={list}>
        {notes.map(({ pin, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a note is its place in the list.
          <li key={i}>
            <b className="note-place">{place(pin)}</b>
            <NoteText
              text={text}
              label={words('text.of', { place: place(pin) })}
              onChange={(next) => change(i, next)}
            />
            <button
              type="button"
              className="quiet"
              aria-label={words('remove', { place: place(pin) })}
              title={words('remove', { place: place(pin) })}
              onClick={() => remove(i)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      {notes.length < MAX_NOTES ? <NewNote /> : <p className="unit">{words('full', { most: MAX_NOTES })}</p>}
    </Dialog>
  );
}

interface NoteTextProps {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/** The text of a note. Blur and Enter change it; an empty field does not. */
function NoteText({ text, label, onChange }: NoteTextProps) {
  const [typed, type] = useState<string | null>(null);
  const take = () => {
    if (typed !== null) onChange(typed);
    type(null);
  };
  return (
    <input
      className="control"
      value={typed ?? text}
      maxLength={MAX_NOTE_TEXT}
      aria-label={label}
      onChange={({ target }) => type(target.value)}
      onBlur={take}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) take();
      }}
    />
  );
}

function NewNote() {
  const words = useWords();
  const place = usePlace();
  const notes = useScenario((state) => state.notes);
  const scenario = useScenario((state) => state.document);
  const selection = useView((view) => view.selection);
  const [now] = useState(() => Math.floor(clockNs()));
  const [text, setText] = useState('');
  const pins: readonly Pin[] = [
    { kind: 'moment', ns: now },
    ...(selection ? [{ kind: 'cpu', lane: LANE_KEYS.indexOf(selection.lane), cpu: selection.cpu } as const] : []),
    ...chartsOf(scenario).map((chart): Pin => ({ kind: 'chart', chart })),
  ];
  // A new note is pinned to the selected CPU.
  const [at, setAt] = useState(selection ? 1 : 0);
  const plain = noteText(text);
  const left = MAX_NOTE_TEXT - Array.from(text).length;
  const add = (event: FormEvent) => {
    event.preventDefault();
    const pin = pins[at];
    if (plain === '' || !pin) return;
    setNotes([...notes, { pin, text: plain }]);
    setText('');
  };
  const option = (pin: Pin): string => {
    if (pin.kind === 'moment') return words('moment', { time: place(pin) });
    return pin.kind === 'chart' ? words('chart', { title: place(pin) }) : place(pin);
  };
  return (
    <form className="new-note" aria-label={words('new')} onSubmit={add}>
      <label>
        <span className="label">{words('pin')}</span>
        <select className="control" value={at} onChange={({ target }) => setAt(Number(target.value))}>
          {pins.map((pin, i) => (
            <option key={option(pin)} value={i}>
              {option(pin)}
            </option>
          ))}
        </select>
      </label>
      <label className="new-note-text">
        <span className="label">{words('text')}</span>
        <input
          className="control"
          value={text}
          maxLength={MAX_NOTE_TEXT}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <div className="dialog-actions">
        <span className="unit">{words(left === 1 ? 'left.one' : 'left', { count: left })}</span>
        <button type="submit" className="button strong" aria-disabled={plain === ''}>
          {words('add')}
        </button>
      </div>
    </form>
  );
}
