/** Where a number lies in a record: which word, from which bit on, and what cuts it out. */
export interface Field {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** Its value in the record that begins at the word `at`. */
export const fieldAt = (words: Uint32Array, at: number, { word, shift, mask }: Field): number =>
  ((words[at + word] ?? 0) >>> shift) & mask;
