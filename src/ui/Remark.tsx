/** What is to be remarked about a run, in a sentence after the button that leads to it. */
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
