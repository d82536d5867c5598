/** The figures behind a picture, for a file or a message. */

export interface Column {
  readonly name: string;
  readonly unit?: string;
}
export type Cell = string | number | null;
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}
