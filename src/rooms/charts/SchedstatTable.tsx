/** `/proc/schedstat` of both lanes, averaged over CPUs, in the format of the stealing series. */

import { LaneTable } from '../../page/LaneTable';
import { SCHEDSTAT, SCHEDSTAT_MORE, schedstatCell } from '../../page/schedstatFigures';
import type { RunReport } from '../../scenario/generated/types';

export interface SchedstatTableProps {
  readonly reports: readonly RunReport[];
  /** Shows the additional counters of the series, too. */
  readonly full?: boolean;
}

export function SchedstatTable({ reports, full = false }: SchedstatTableProps) {
  return (
    <LaneTable
      className="schedstat"
      reports={reports}
      rows={(full ? [...SCHEDSTAT, ...SCHEDSTAT_MORE] : SCHEDSTAT).map((column) => ({
        key: column.key,
        head: (
          <>
            {column.name} {column.unit && <span className="unit">{column.unit}</span>}
          </>
        ),
        cell: ({ schedstat }) => schedstatCell(column, schedstat),
      }))}
    />
  );
}
