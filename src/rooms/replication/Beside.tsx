/** Rows of a published table beside the simulated values of the report, in little room. */

import { FigureTable } from '../../ui/FigureTable';
import { entries, figure, quantitiesOf, REPORT, type RowReport, verdictsOf } from './report';
import { Sensitivity } from './Sensitivity';
import './beside.css';
import { signed } from '../../words/format';
import { authorOf } from './sentences';
import { Mark } from './Verdicts';
import { useWords } from './words';

interface RowsProps {
  readonly table: string;
  /** Rows by name; by default all rows about which the model makes a statement. */
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
  const verdict = (row: RowReport) => (
    <>
      {verdictsOf(row).map((one) => (
        <span key={one.key} className="verdict-word">
          <Mark verdict={one.verdict} />
          {w(one.key)}
        </span>
      ))}
      {verdictsOf(row).length === 0 && <small>{w('verdict.none')}</small>}
    </>
  );
  return (
    <FigureTable
      className="beside"
      data-table={table}
      caption={
        <caption>
          {w('beside.of', {
            by: w('by', { author: authorOf(w, about), date: about.date }),
            quantity: w(`quantity.${chosen}`),
          })}
          {unit && w('beside.unit', { unit })}
          {shown.some((row) => row.gain_published !== null) && w('beside.and', { gains: w('column.gains') })}
          {about.standing !== 'judged' && <em className="standing">{w(`standing.${about.standing}`)}</em>}
        </caption>
      }
      sections={[{ key: table, rows: shown }]}
      rowKey={({ row }) => row}
      columns={[
        { head: w('column.row'), cell: ({ row }) => row },
        { head: w('beside.published'), cell: (row) => cell(row, 'published'), className: 'n' },
        { head: w('beside.simulated'), cell: (row) => cell(row, 'simulated'), className: 'n' },
        ...(about.standing === 'judged' ? [{ head: w('column.verdict'), cell: verdict }] : []),
      ]}
    />
  );
}

/** Rows of tables in one list; the notes of a table appear once, below its last row. */
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
