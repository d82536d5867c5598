/** The figures of a picture, for a file or a message. */

export interface Column {
  /** English in every language of the page: programs read it, and files of two readers can be combined. */
  readonly name: string;
  readonly unit?: string;
}
export type Cell = string | number | null;
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}
