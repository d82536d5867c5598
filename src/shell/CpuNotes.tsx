import type { Note } from '../scenario/notes';
import type { Rect } from '../ui/geometry';
import { NoteSign } from '../ui/NoteSign';
import './cpu-notes.css';

export interface CpuNotesProps {
  /** Positions of the drawn CPUs. */
  readonly ground: { readonly cpus: readonly Rect[] };
  readonly notes: readonly Note[];
  readonly lane: number;
}

/** A flag at each CPU that has a note. */
export function CpuNotes({ ground, notes, lane }: CpuNotesProps) {
  return notes.map(({ pin, text }, i) => {
    const box = pin.kind === 'cpu' && pin.lane === lane ? ground.cpus[pin.cpu] : undefined;
    if (!box) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: notes are identified by index.
      <span key={i} className="cpu-note" style={{ insetInlineStart: box.x + box.w - 6, insetBlockStart: box.y }}>
        <NoteSign text={text} />
      </span>
    );
  });
}
