/** The field for a pasted text or an opened file, with the reason if it cannot be read. */
import { Fragment, type ReactNode, useId, useRef, useState } from 'react';
import { useCopy } from '../../ui/useCopy';
import { ownWords as w } from './words';

/** No longer text of a file is shown. */
const SHOWN_BYTES = 200_000;

/** A command with a button that copies it. */
export function Command({ text }: { readonly text: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className="own-command">
      <code>
        {/* A line breaks between words only, not at the hyphen of an option. */}
        {text.split(' ').map((word, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: words keep their order.
          <Fragment key={i}>
            {i > 0 && ' '}
            <span className="own-word">{word}</span>
          </Fragment>
        ))}
      </code>
      <button type="button" className="button" onClick={() => void copy(text)}>
        {w(copied === null ? 'copy' : copied ? 'copied' : 'copy.failed')}
      </button>
    </div>
  );
}

/** The typed text or the opened file. */
export function useSource(first = '') {
  const [text, setText] = useState(first);
  const [given, setGiven] = useState<Blob | null>(null);
  /** Counts the inputs: the text of a file may arrive after another input. */
  const latest = useRef(0);
  const type = (next: string) => {
    latest.current += 1;
    setText(next);
    setGiven(next.trim() === '' ? null : new Blob([next]));
  };
  const take = async (file: Blob) => {
    latest.current += 1;
    const own = latest.current;
    setGiven(file);
    // A folder has no text, either; the reader reports that.
    const text = file.size > SHOWN_BYTES ? '' : await file.text().catch(() => '');
    if (own === latest.current) setText(text);
  };
  return { text, given, type, take };
}

interface SourceProps {
  readonly label: string;
  readonly source: ReturnType<typeof useSource>;
  readonly fault: string | null;
  /** Takes the files that are opened; without it, one replaces the text. */
  readonly onFiles?: (files: readonly File[]) => void;
  readonly children?: ReactNode;
}

export function Source({ label, source: { text, type, take }, fault, onFiles, children }: SourceProps) {
  const id = useId();
  return (
    <>
      <textarea
        spellCheck={false}
        value={text}
        aria-label={label}
        aria-invalid={fault !== null}
        aria-describedby={id}
        onChange={({ target }) => type(target.value)}
      />
      <p id={id} className="own-fault" role="alert">
        {/* Nor does a line end behind an option's hyphens here. */}
        {fault?.replace(/(?<=\s--?)(?=\w)/g, '\u2060')}
      </p>
      <label className="own-file">
        <input
          type="file"
          className="visually-hidden"
          multiple={onFiles !== undefined}
          onChange={({ target }) => {
            const [...files] = target.files ?? [];
            const [file] = files;
            if (onFiles) onFiles(files);
            else if (file) void take(file);
            target.value = '';
          }}
        />
        <span className="button">{w('file')}</span> {children ?? w('drop')}
      </label>
    </>
  );
}
