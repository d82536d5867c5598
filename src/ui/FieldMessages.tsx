import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import './field-messages.css';

/** The element that shows the messages of the fields; `undefined`: each field shows its message itself. */
const Place = createContext<HTMLElement | null | undefined>(undefined);

/** Fields, and below them a line for each message, so that no message covers a field. */
export function FieldMessages({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Place value={place}>
      {children}
      <div className="field-messages" ref={setPlace} />
    </Place>
  );
}

interface FieldMessageProps {
  readonly id?: string;
  readonly text: string;
  /** An information, not an error. */
  readonly mild?: boolean;
}

export function FieldMessage({ id, text, mild = false }: FieldMessageProps) {
  const place = useContext(Place);
  const message = (
    <p className={mild ? 'field-message mild' : 'field-message'} id={id} role={mild ? 'status' : 'alert'}>
      {text}
    </p>
  );
  if (place === undefined) return message;
  return place && createPortal(message, place);
}
