// The binary format of WebAssembly: its numbers (LEB128), and where the code is.

/** The number there, and where it ends. */
export function lebAt(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

/** The bytes of a number. */
export function leb(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

const CODE_SECTION = 10;

/** Where the code is: its first function and its end, or nothing where a module has none. */
export function codeOf(bytes) {
  for (let at = 8; at < bytes.length; ) {
    const [size, start] = lebAt(bytes, at + 1);
    if (bytes[at] === CODE_SECTION) return { first: lebAt(bytes, start)[1], end: start + size };
    at = start + size;
  }
  return null;
}
