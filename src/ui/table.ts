/** The figures behind a picture, for a file or a message. */

export interface Column {
  /** English whatever the page speaks: programs read it, and files of two readers can be put together. */
  readonly name: string;
  readonly unit?: string;
}
export type Cell = string | number | null;
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}
