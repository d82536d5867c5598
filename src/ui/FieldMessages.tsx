import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import './field-messages.css';

/** Where the messages of the fields go; `undefined`: each stays with its field. */
const Place = createContext<HTMLElement | null | undefined>(undefined);

/** Fields, and below them a line for each that has something to say: messages cover no field. */
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
  /** It says what happened, nothing is wrong any more. */
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
