import { useId } from 'react';
import { FieldMessage } from './FieldMessages';
import './field.css';

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
  readonly error?: string | undefined;
  readonly title?: string;
}

/** A labelled list with one selected option. */
export function Choice<T extends string>({ label, value, options, onChange, className, error, title }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className={`field ${className ?? ''}`}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="control"
        title={title}
        value={value}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error !== undefined && <FieldMessage text={error} />}
    </div>
  );
}
