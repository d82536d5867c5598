import { useEffect, useId, useRef, useState } from 'react';
import { FieldMessage } from './FieldMessages';
import { widthOf } from './fitting';
import './field.css';

export interface DraftTexts {
  readonly label: string;
  /** The sentence for a text that is not allowed. */
  readonly complaint: (text: string) => string;
  /** What is said beside that once such a text was not taken: `kept` is in force as before. */
  readonly stays: (kept: string) => string;
  /** Something else that is wrong with the field. */
  readonly error?: string | undefined;
  /** What stands in an empty field. */
  readonly placeholder?: string;
  /** The label is for those who cannot see the column's heading. */
  readonly bare?: boolean;
}

export interface DraftFieldProps extends DraftTexts {
  /** The value in force. */
  readonly value: string;
  readonly accepts: (text: string) => boolean;
  readonly onChange: (text: string) => void;
  /** The text above (1) or below (-1) another, where there is an order. */
  readonly next?: (text: string, by: 1 | -1) => string;
}

/** Typing is over when nothing has come for this long. */
const PAUSE_MS = 600;
/** How long the message about a rejected text stays. */
const SAID_MS = 8000;

/**
 * What is typed is kept as typed; a good text is passed on when the field is left or typing pauses, a
 * bad one says what is allowed and gives way to the value in force when the field is left.
 */
export function DraftField(props: DraftFieldProps) {
  const { label, complaint, stays, error, placeholder, bare = false, value, accepts, onChange, next } = props;
  const id = useId();
  const [text, setText] = useState(value);
  const [lost, setLost] = useState<string | null>(null);
  useEffect(() => setText(value), [value]);

  const good = accepts(text);
  const commit = () => {
    if (good && text.trim() !== value) onChange(text.trim());
  };
  const latest = useRef(commit);
  useEffect(() => {
    latest.current = commit;
  });
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => latest.current(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  useEffect(() => {
    if (lost === null) return;
    const timer = setTimeout(() => setLost(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  const leave = () => {
    if (good) return commit();
    setLost(text.trim() === '' ? null : text);
    setText(value);
  };
  const wrong = good ? error : complaint(text);
  const said = wrong ?? (lost === null ? undefined : `${complaint(lost)} ${stays(value)}`);
  return (
    <div className="field">
      <label className={bare ? 'visually-hidden' : 'label'} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="control number"
        inputMode={next ? 'numeric' : 'text'}
        autoComplete="off"
        spellCheck={false}
        // A text that will not be taken moves nothing beside the field.
        style={{ inlineSize: `${Math.max(3, widthOf((good ? text : value) || (placeholder ?? ''))) + 2.4}ch` }}
        value={text}
        placeholder={placeholder}
        aria-invalid={wrong !== undefined}
        aria-describedby={said === undefined ? undefined : `${id}-message`}
        onChange={({ target }) => {
          setText(target.value);
          setLost(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave();
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (by === 0 || !next) return;
          event.preventDefault();
          setText(next(good ? text : value, by));
        }}
        onBlur={leave}
      />
      {said !== undefined && <FieldMessage id={`${id}-message`} text={said} mild={wrong === undefined} />}
    </div>
  );
}
