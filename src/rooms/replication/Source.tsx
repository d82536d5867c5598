import type { TableReport } from './report';
import { factsOf, threadOf } from './sentences';
import { useWords } from './words';

/** The publication of a table, and its measurement. */
export function Source({ about }: { about: TableReport }) {
  const w = useWords();
  return (
    <p className="replication-source">
      <cite>{threadOf(w, about)}</cite> · {factsOf(w, about).join(' · ')} · {w(`origin.${about.origin}`)}
      {about.workload !== null && (
        <>
          {' · '}
          <code>{about.workload}</code>
        </>
      )}
    </p>
  );
}
