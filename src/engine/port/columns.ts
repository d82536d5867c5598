/**
 * Puts a module of WebAssembly together again that was sorted by what its bytes are (`scripts/lib/columns.mjs`, which says how and
 * why). It trusts what it is given, which is a file of the page.
 */

const [BEFORE, FLOW, AFTER] = [0, 1, 2];
/** From this on the form of an operand is its length in bytes. */
const FIXED = 4;

export function together(sorted: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 0;
  /** The next number (LEB128). */
  const next = (): number => {
    const byte = sorted[at++] as number;
    return byte < 128 ? byte : byte - 128 + next() * 128;
  };
  const list = <T>(one: () => T): readonly T[] => Array.from({ length: next() }, one);

  const module = new Uint8Array(next());
  const kinds = list(() => ({ name: list(next), operands: list(() => [next(), next()] as const) }));
  const lengths = list(next);
  /** Where each column is read next. */
  const reads = lengths.map((length) => {
    at += length;
    return at - length;
  });

  let to = 0;
  const copy = (column: number, bytes: number) => {
    let from = reads[column] as number;
    reads[column] = from + bytes;
    for (let left = bytes; left > 0; left--) module[to++] = sorted[from++] as number;
  };
  /** Copies a number, and says what it is. */
  const copyNumber = (column: number): number => {
    at = reads[column] as number;
    const value = next();
    copy(column, at - (reads[column] as number));
    return value;
  };
  const flow = reads[FLOW] as number;
  copy(BEFORE, lengths[BEFORE] as number);
  for (const kind of sorted.subarray(flow, flow + (lengths[FLOW] as number))) {
    const { name, operands } = kinds[kind] as (typeof kinds)[number];
    for (const byte of name) module[to++] = byte;
    for (const [column, form] of operands)
      if (form >= FIXED) copy(column, form);
      else for (let left = copyNumber(column) * form; left > 0; left--) copyNumber(column);
  }
  copy(AFTER, lengths[AFTER] as number);
  return module;
}
