import { useEffect, useId, useState } from 'react';

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** The sentence for a text that is no number of the range. */
  readonly complaint: (text: string) => string;
  /** Something else that is wrong with the field. */
  readonly error?: string | undefined;
  readonly onChange: (value: number) => void;
}

/**
 * A whole number with a range. What is typed is kept as typed; only a good number is passed on, so
 * that the last good one keeps its effect while the message stands beside the field.
 */
export function NumberField({ label, value, min, max, complaint, error, onChange }: NumberFieldProps) {
  const id = useId();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);

  /** Spaces around a number come along when it is pasted. */
  const read = (typed: string): number | null => {
    const number = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    return number >= min && number <= max ? number : null;
  };
  const message = read(text) === null ? complaint(text) : error;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="control number"
        inputMode="numeric"
        autoComplete="off"
        style={{ inlineSize: `${Math.max(3, text.length) + 2.4}ch` }}
        value={text}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : `${id}-error`}
        onChange={({ target }) => {
          setText(target.value);
          const next = read(target.value);
          if (next !== null && next !== value) onChange(next);
        }}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          onChange(Math.min(max, Math.max(min, value + by)));
        }}
        onBlur={() => {
          if (text.trim() === '') setText(String(value));
        }}
      />
      {message !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {message}
        </p>
      )}
    </div>
  );
}
