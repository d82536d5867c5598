/** The part `notes`: `4ms:Here it moves;a5:Always waits`. A backslash escapes `;` and `\` in the text. */
import { CHART_IDS } from '../charts';
import { MAX_CPU, type Note, noteText, type Pin } from '../notes';
import type { Content } from './content';
import { canPack, isFew } from './packing';
import { BadPart, part, type Reading } from './part';
import { oneOf, readTime, writeTime } from './words';

function writePin(pin: Pin): string {
  switch (pin.kind) {
    case 'moment':
      return writeTime(pin.ns);
    case 'cpu':
      return `${pin.lane === 0 ? 'a' : 'b'}${pin.cpu}`;
    case 'chart':
      return pin.chart;
  }
}

/** Except for 0, a moment needs a unit. */
function readPin(text: string): Pin {
  const [, lane, cpu] = /^([ab])(\d{1,4})$/.exec(text) ?? [];
  if (cpu !== undefined) {
    if (Number(cpu) > MAX_CPU) throw new BadPart();
    return { kind: 'cpu', lane: lane === 'a' ? 0 : 1, cpu: Number(cpu) };
  }
  if (/^\d/.test(text)) return { kind: 'moment', ns: readTime(text) };
  return { kind: 'chart', chart: oneOf(text, CHART_IDS) };
}

const write = (notes: readonly Note[]): string =>
  notes.map(({ pin, text }) => `${writePin(pin)}:${text.replace(/[\\;]/g, '\\$&')}`).join(';');

/** A long text is shortened. */
function readNote(pin: string, text: string): Note {
  const plain = noteText(text);
  if (plain === '') throw new BadPart();
  return { pin: readPin(pin), text: plain };
}

/** Drops notes that are not understood. */
function read(text: string, { note }: Reading): Note[] {
  const items = text.match(/(?:\\.|[^;\\])+/gs) ?? [];
  return items.flatMap((item) => {
    const colon = item.indexOf(':');
    try {
      if (colon < 0) throw new BadPart();
      return [readNote(item.slice(0, colon), item.slice(colon + 1).replace(/\\(.)/gs, '$1'))];
    } catch {
      note(`notes=${item}`);
      return [];
    }
  });
}

/** The most characters of all notes together that are not packed. */
const READABLE_TEXT = 240;

export const areNotesReadable = (notes: readonly Note[]): boolean =>
  !canPack() || (isFew(notes.length) && write(notes).length <= READABLE_TEXT);

export type PackedNote = readonly [pin: string, text: string];
export const packNote = ({ pin, text }: Note): PackedNote => [writePin(pin), text];
export function unpackNote(packed: unknown): Note {
  const [pin, text] = packed as unknown[];
  return readNote(String(pin), String(text));
}

export const withNotes = (content: Content, more: readonly Note[]): Content => ({
  ...content,
  notes: [...content.notes, ...more],
});

export const notes = part({
  name: 'notes',
  get: (content) => (content.notes.length > 0 && areNotesReadable(content.notes) ? content.notes : undefined),
  write,
  read,
  put: withNotes,
});
