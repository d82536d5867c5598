/** `/proc/schedstat` of both lanes, an average CPU, as the stealing series prints it. */
import type { RunReport } from '../scenario/generated/types';
import { SCHEDSTAT, SCHEDSTAT_MORE, schedstatCell } from './schedstat';

export interface SchedstatProps {
  readonly reports: readonly RunReport[];
  /** With what the series counts besides. */
  readonly full?: boolean;
}

export function Schedstat({ reports, full = false }: SchedstatProps) {
  return (
    <table className="figures schedstat">
      <thead>
        <tr>
          <td />
          {reports.map(({ lane }) => (
            <th scope="col" key={lane} className={`n lane-${lane === 0 ? 'a' : 'b'}`}>
              {lane === 0 ? 'A' : 'B'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(full ? [...SCHEDSTAT, ...SCHEDSTAT_MORE] : SCHEDSTAT).map((column) => (
          <tr key={column.key}>
            <th scope="row">
              {column.name} {column.unit && <span className="unit">{column.unit}</span>}
            </th>
            {reports.map(({ lane, schedstat }) => (
              <td key={lane} className="n">
                {schedstatCell(column, schedstat)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
