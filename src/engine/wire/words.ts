/** Joins arrays of one type. */
export function concatenated<T extends Uint8Array | Uint32Array>(
  kind: new (length: number) => T,
  parts: readonly T[],
): T {
  const all = new kind(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
