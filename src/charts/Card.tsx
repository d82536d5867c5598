import type { ReactNode } from 'react';
import { Takeaway } from '../ui/Takeaway';
import type { Table } from '../ui/table';

export interface CardProps {
  readonly title: string;
  readonly unit?: string;
  /** Of its files. */
  readonly name: string;
  /** The figures that it draws. */
  readonly table: () => Table;
  /** Beside the way to take it away. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its title, the way to take it away and, at the right, its unit. */
export function Card({ title, unit, name, table, action, children }: CardProps) {
  return (
    <section className="panel card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Takeaway title={title} name={name} table={table} />
        {action}
        {unit !== undefined && <span className="unit">{unit}</span>}
      </header>
      {children}
    </section>
  );
}
