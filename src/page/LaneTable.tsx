/** Figures of the lanes in a table: a row for each figure, a column for each lane. */
import type { ReactNode } from 'react';
import type { RunReport } from '../scenario/generated/types';
import '../ui/figures-table.css';
import { letter } from '../words/format';

/** The column headers of such a table. */
export function LaneHeads({ reports }: { readonly reports: readonly RunReport[] }) {
  return (
    <thead>
      <tr>
        <td />
        {reports.map(({ lane }) => (
          <th scope="col" key={lane} className={`n lane-${lane === 0 ? 'a' : 'b'}`}>
            {letter(lane)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export interface LaneRow {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (report: RunReport) => ReactNode;
}

export interface LaneTableProps {
  readonly className: string;
  readonly reports: readonly RunReport[];
  readonly rows: readonly LaneRow[];
}

export function LaneTable({ className, reports, rows }: LaneTableProps) {
  return (
    <table className={`figures ${className}`}>
      <LaneHeads reports={reports} />
      <tbody>
        {rows.map(({ key, head, cell }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {reports.map((report) => (
              <td key={report.lane} className="n">
                {cell(report)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
