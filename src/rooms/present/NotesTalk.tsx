/** The notes of the link as a presentation: first the experiment, then each note at its place. */
import { type ReactNode, useEffect } from 'react';
import { actions } from '../../page/actions';
import { goTo, useIsThere, usePlace } from '../../page/pins';
import type { Cue, Talk } from '../../page/talk';
import { aboutScenario, useTitle } from '../../page/title';
import { pause, seek, startNs } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { look, useView } from '../../state/view';
import { useWords } from '../../words/notes';
import { presetNote } from '../../words/presetNotes';

export function NotesTalk({ children }: { readonly children: (talk: Talk) => ReactNode }) {
  const words = useWords();
  const place = usePlace();
  const cue = useView((view) => view.cue) ?? 0;
  const notes = useScenario((state) => state.notes);
  const title = useTitle();
  const about = useScenario((state) => aboutScenario(state, presetNote));
  const isThere = useIsThere();
  const pin = notes[cue - 1]?.pin;
  const there = pin !== undefined && isThere(pin);

  useEffect(() => {
    look(pin?.kind === 'cpu' && there ? { pointed: pin.cpu } : { pointed: null, selection: null });
    if (pin === undefined || pin.kind === 'moment') pause();
    if (pin === undefined) void seek(startNs());
    else if (there) goTo(pin);
  }, [pin, there]);
  useEffect(() => () => look({ pointed: null }), []);

  const listed = (at: number) => notes.map((note, i) => `${i + 1 === at ? '▸ ' : ''}${i + 1}. ${note.text}`);
  const begin: Cue = {
    text: title,
    about,
    notes: notes.length === 0 ? [words('speaker.hint', { key: actions.notes.key })] : listed(0),
  };
  const cueAt = (at: number): Cue | null => {
    if (at === 0) return begin;
    const note = notes[at - 1];
    return note ? { text: note.text, about: place(note.pin), notes: listed(at) } : null;
  };
  return children({
    at: cue,
    all: notes.length,
    now: cueAt(cue) ?? begin,
    next: cueAt(cue + 1),
    asks: false,
    place: cue === 0 ? '' : words('cue.place', { at: cue, all: notes.length }),
    isFirst: cue === 0,
    isLast: cue === notes.length,
  });
}
