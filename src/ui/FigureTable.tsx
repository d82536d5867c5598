/** A table of figures: a row for each item, with a row header, below a row of column headers. */
import type { HTMLAttributes, Key, ReactNode } from 'react';

type Attributes = HTMLAttributes<HTMLElement> & { readonly [data: `data-${string}`]: unknown };

export interface Column<Row> {
  /** The header; null: an empty cell. */
  readonly head: ReactNode;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Class of the header and of all cells: `n` for numbers. */
  readonly className?: string | undefined;
  /** Further attributes of a cell. */
  readonly attributes?: (row: Row) => Attributes;
}

interface Props<Row> extends Attributes {
  /** The first column holds the row headers. */
  readonly columns: readonly Column<Row>[];
  /** Groups of rows with a title; a table without groups has one without a title. */
  readonly sections: readonly { readonly key: Key; readonly title?: ReactNode; readonly rows: readonly Row[] }[];
  readonly rowKey: (row: Row) => Key;
  readonly rowAttributes?: (row: Row) => Attributes;
  readonly caption?: ReactNode;
  /** Rows above the groups. */
  readonly above?: ReactNode;
}

export function FigureTable<Row>(props: Props<Row>) {
  const { columns, sections, rowKey, rowAttributes, caption, above, ...attributes } = props;
  return (
    <table {...attributes}>
      {caption}
      <thead>
        <tr>
          {columns.map(({ head, className }, i) =>
            head === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index.
              <td key={i} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index.
              <th key={i} scope="col" className={className}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      {sections.map(({ key, title, rows }, section) => (
        <tbody key={key}>
          {section === 0 && above}
          {title}
          {rows.map((row, index) => (
            <tr key={rowKey(row)} {...rowAttributes?.(row)}>
              {columns.map(({ cell, className, attributes: of }, i) =>
                i === 0 ? (
                  <th key="head" scope="row" className={className} {...of?.(row)}>
                    {cell(row, index)}
                  </th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by index.
                  <td key={i} className={className} {...of?.(row)}>
                    {cell(row, index)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
