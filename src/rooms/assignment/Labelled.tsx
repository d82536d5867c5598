import { type ReactNode, useId } from 'react';
import './fields.css';

interface Props {
  readonly label: string;
  /** The label is above the control, in small letters, instead of beside it. */
  readonly above?: boolean;
  readonly children: (id: string) => ReactNode;
}

/** A control with its label. */
export function Labelled({ label, above = false, children }: Props) {
  const id = useId();
  return (
    <div className="assignment-field" data-above={above}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
