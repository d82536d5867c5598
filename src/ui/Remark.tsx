/** A remark about a run: a button with a sentence after it. */
import type { ReactNode } from 'react';
import './remark.css';

interface Props {
  readonly label: string;
  /** The button. */
  readonly way: ReactNode;
  readonly children: ReactNode;
}

export function Remark({ label, way, children }: Props) {
  return (
    <section className="remark" aria-label={label}>
      {way}
      <p>{children}</p>
    </section>
  );
}
