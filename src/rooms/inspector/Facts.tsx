import type { ReactNode } from 'react';
import { Word } from '../../signs/Word';
import './kernel-lines.css';

export type Fact = readonly [word: string, value: ReactNode];

/** Words of the kernel and what they stand at. */
export function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <dl className="kernel-pairs">
      {of.map(([word, value]) => (
        <div key={word}>
          <dt>
            <Word of={word} />
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
