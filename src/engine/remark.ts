/** A finding of the Rust code: its kind, its values by name, and the sentence in English. */
export interface Remark extends Readonly<Record<string, unknown>> {
  readonly is: string;
  readonly sentence: string;
}
