import { DraftField, type DraftTexts } from './DraftField';

export interface NumberFieldProps extends DraftTexts {
  /** Undefined: the field is empty; only a field with `onClear` may be. */
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
  readonly onClear?: () => void;
}

/** A whole number with a range. */
export function NumberField({ value, min, max, onChange, onClear, ...texts }: NumberFieldProps) {
  // A pasted number may have spaces around it.
  const isGood = (text: string): boolean => /^-?\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
  const isEmpty = (text: string): boolean => onClear !== undefined && text.trim() === '';
  return (
    <DraftField
      {...texts}
      value={value === undefined ? '' : String(value)}
      accepts={(text) => isEmpty(text) || isGood(text)}
      onChange={(text) => {
        if (isEmpty(text)) onClear?.();
        else if (Number(text) !== value) onChange(Number(text));
      }}
      next={(text, by) => {
        const from = Number.parseInt(text.trim() === '' ? (texts.placeholder ?? '') : text, 10);
        return String(Math.min(max, Math.max(min, (Number.isNaN(from) ? min : from) + by)));
      }}
    />
  );
}
