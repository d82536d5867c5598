import type { ReactNode } from 'react';

/** A chart with its title and, at the right, its unit. */
export function Card({ title, unit, children }: { title: string; unit?: string; children: ReactNode }) {
  return (
    <section className="panel card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {unit !== undefined && <span className="unit">{unit}</span>}
      </header>
      {children}
    </section>
  );
}
