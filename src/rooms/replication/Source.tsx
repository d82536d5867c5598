import type { TableReport } from './report';
import { factsOf } from './told';

/** Where a table was published, and what was measured. */
export function Source({ about }: { about: TableReport }) {
  return (
    <p className="replication-source">
      <cite>{about.thread}</cite> · {factsOf(about).join(' · ')}
      {about.workload !== null && (
        <>
          {' · '}
          <code>{about.workload}</code>
        </>
      )}
    </p>
  );
}
