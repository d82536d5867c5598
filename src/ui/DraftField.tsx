import { useEffect, useId, useRef, useState } from 'react';
import { FieldMessage } from './FieldMessages';
import { widthOf } from './fitting';
import './field.css';

export interface DraftTexts {
  readonly label: string;
  /** The message for an invalid text. */
  readonly complaint: (text: string) => string;
  /** The addition to that message after an invalid text was discarded: `kept` is still in force. */
  readonly stays: (kept: string) => string;
  /** Another error of the field. */
  readonly error?: string | undefined;
  /** The placeholder of an empty field. */
  readonly placeholder?: string;
  /** The label is for screen readers only; the column has a visible heading. */
  readonly bare?: boolean;
}

export interface DraftFieldProps extends DraftTexts {
  /** The value in force. */
  readonly value: string;
  readonly accepts: (text: string) => boolean;
  readonly onChange: (text: string) => void;
  /** The neighbour of a text in an order: above (1) or below (-1). */
  readonly next?: (text: string, by: 1 | -1) => string;
}

/** How long a pause ends typing (ms). */
const PAUSE_MS = 600;
/** How long the message about a rejected text stays (ms). */
const SAID_MS = 8000;

/**
 * A text field with a draft. A valid text is passed on when the field is left or typing pauses. An invalid one shows
 * what is allowed; when the field is left, the value in force replaces it.
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
        // An invalid text does not change the width, so that the elements beside it stay.
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
