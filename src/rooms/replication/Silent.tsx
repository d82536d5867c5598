import { useState } from 'react';
import { type Entry, figure } from './report';
import { Source } from './Source';
import { tableKey } from './sentences';
import { useWords } from './words';
import './rows.css';

/** Published rows without a simulated value, with the reason. */
export function Silent({ entry: { about, rows } }: { readonly entry: Entry }) {
  const w = useWords();
  const [open, setOpen] = useState(false);
  return (
    <details className="replication-silent" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {w(tableKey(about))} <small>{w('silent.count', { count: rows.length })}</small>
      </summary>
      {open && <Rows about={about} rows={rows} />}
    </details>
  );
}

function Rows({ about, rows }: Entry) {
  const w = useWords();
  return (
    <>
      <Source about={about} />
      <table className="replication-silent-rows">
        <thead>
          <tr>
            <th scope="col">{w('column.row')}</th>
            <th scope="col">{w('key.published')}</th>
            <th scope="col">{w('column.why')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.row} ${row.quantity}`}>
              <th scope="row">{row.row}</th>
              <td className="n">{row.published === null ? '–' : `${figure(row.published)} ${row.unit}`.trim()}</td>
              <td>{row.reason !== null && w(`why.${row.reason}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
