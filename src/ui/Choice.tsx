import { useId } from 'react';
import { FieldMessage } from './FieldMessages';
import './field.css';

export interface ChoiceOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** The heading that it stands under, with the options beside it that have the same. */
  readonly group?: string | undefined;
}

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly ChoiceOption<T>[];
  readonly onChange: (value: T) => void;
  readonly className?: string;
  readonly error?: string | undefined;
  readonly title?: string;
}

const optionOf = <T extends string>({ value, label }: ChoiceOption<T>) => (
  <option key={value} value={value}>
    {label}
  </option>
);

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
        {options.filter(({ group }) => group === undefined).map(optionOf)}
        {[...new Set(options.flatMap(({ group }) => group ?? []))].map((group) => (
          <optgroup key={group} label={group}>
            {options.filter((option) => option.group === group).map(optionOf)}
          </optgroup>
        ))}
      </select>
      {error !== undefined && <FieldMessage text={error} />}
    </div>
  );
}
