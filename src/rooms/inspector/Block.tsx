import type { ReactNode } from 'react';
import './kernel-lines.css';

/** A section of the Inspector with its title. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="inspector-block">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export type Pair = readonly [name: ReactNode, value: ReactNode];

/** Pairs of a word and a value. */
export function Pairs({ of }: { of: readonly Pair[] }) {
  return (
    <dl className="kernel-pairs">
      {of.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows keep their places.
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
