/** The position of a number in a record: word, lowest bit and mask. */
export interface Field {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** The position of a CPU number: a byte, and the bits above it. */
export interface CpuField {
  readonly low: Field;
  readonly high: Field;
}

/** Its value in a word. */
export const partOf = (word: number, { shift, mask }: Field): number => (word >>> shift) & mask;

/** Its value in the record that begins at the word `at`. */
export const fieldAt = (words: Uint32Array, at: number, field: Field): number =>
  partOf(words[at + field.word] ?? 0, field);

/** The CPU in the record that begins at the word `at`. */
export const cpuAt = (words: Uint32Array, at: number, { low, high }: CpuField): number =>
  fieldAt(words, at, low) + fieldAt(words, at, high) * (low.mask + 1);
