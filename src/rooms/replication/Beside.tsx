/** Rows of a published table beside what the report has for them, in little room. */

import { entries, figure, quantitiesOf, REPORT, type RowReport, verdictsOf } from './report';
import { Sensitivity } from './Sensitivity';
import './beside.css';
import { signed } from '../../words/format';
import { authorOf } from './sentences';
import { Mark } from './Verdicts';
import { useWords } from './words';

interface RowsProps {
  readonly table: string;
  /** Rows by name; left out: all that the model speaks to. */
  readonly rows?: readonly string[] | undefined;
  /** Left out: the first of the table. */
  readonly quantity?: string | undefined;
}

function Rows({ table, rows: names, quantity }: RowsProps) {
  const w = useWords();
  const entry = entries(REPORT, true).find(({ about }) => about.table === table);
  if (!entry) return null;
  const { about, rows } = entry;
  const quantities = quantitiesOf(rows);
  const chosen = quantities.find((one) => one === quantity) ?? quantities[0] ?? 'time';
  const shown = rows.filter((row) => row.quantity === chosen && (names === undefined || names.includes(row.row)));
  const unit = shown[0]?.unit;
  const cell = (row: RowReport, of: 'published' | 'simulated') => {
    const value = row[of];
    const gain = row[`gain_${of}`];
    return (
      <>
        {value === null ? '–' : figure(value)}
        {gain !== null && <small> {signed(gain)} %</small>}
      </>
    );
  };
  return (
    <table className="beside" data-table={table}>
      <caption>
        {w('beside.of', {
          by: w('by', { author: authorOf(w, about), date: about.date }),
          quantity: w(`quantity.${chosen}`),
        })}
        {unit && w('beside.unit', { unit })}
        {shown.some((row) => row.gain_published !== null) && w('beside.and', { gains: w('column.gains') })}
        {about.standing !== 'judged' && <em className="standing">{w(`standing.${about.standing}`)}</em>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{w('column.row')}</th>
          <th scope="col" className="n">
            {w('beside.published')}
          </th>
          <th scope="col" className="n">
            {w('beside.simulated')}
          </th>
          {about.standing === 'judged' && <th scope="col">{w('column.verdict')}</th>}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <tr key={row.row}>
            <th scope="row">{row.row}</th>
            <td className="n">{cell(row, 'published')}</td>
            <td className="n">{cell(row, 'simulated')}</td>
            {about.standing === 'judged' && (
              <td>
                {verdictsOf(row).map(({ key, verdict }) => (
                  <span key={key} className="verdict-word">
                    <Mark verdict={verdict} />
                    {w(key)}
                  </span>
                ))}
                {verdictsOf(row).length === 0 && <small>{w('verdict.none')}</small>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows of tables in one list; the notes of a table stand once, below its last row. */
export function Beside({ tables }: { readonly tables: readonly RowsProps[] }) {
  const w = useWords();
  const abouts = REPORT.tables.filter((about) => tables.some(({ table }) => table === about.table));
  const remarks = abouts.flatMap((about) => about.remarks);
  const turned = abouts.flatMap((about) => about.sensitivity).filter((found) => found.turned.length > 0);
  return (
    <>
      {tables.map((rows) => (
        <Rows key={`${rows.table} ${rows.quantity ?? ''}`} {...rows} />
      ))}
      {[...new Set(remarks)].map((remark) => (
        <p key={remark} className="beside-remark">
          {w(`remark.${remark}`)}
        </p>
      ))}
      {turned.map((found) => (
        <Sensitivity key={`${found.row} ${found.gain}`} className="beside-remark" found={found} />
      ))}
    </>
  );
}
