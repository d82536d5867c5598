/** The flag of a note. */
import './note-sign.css';
export const FLAG = 'M1.5 0h1v1h6L6.8 3.2 8.5 5.5h-6V10h-1z';

/** A flag that marks a note. `text` is its accessible name; without it the text stands beside the flag. */
export function NoteSign({ text }: { text?: string }) {
  const size = { className: 'note-sign', viewBox: '0 0 10 11', width: 10, height: 11 };
  if (text === undefined) {
    return (
      <svg {...size} aria-hidden="true">
        <path d={FLAG} />
      </svg>
    );
  }
  return (
    <svg {...size} role="img" aria-label={text}>
      <title>{text}</title>
      <path d={FLAG} />
    </svg>
  );
}
