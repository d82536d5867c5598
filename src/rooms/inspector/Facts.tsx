import type { ReactNode } from 'react';
import { Term } from '../../signs/Term';
import './kernel-lines.css';

export type Fact = readonly [word: string, value: ReactNode];

/** Kernel terms and their values. */
export function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <dl className="kernel-pairs">
      {of.map(([word, value]) => (
        <div key={word}>
          <dt>
            <Term of={word} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
