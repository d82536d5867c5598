// Numbers of the binary format of WebAssembly (LEB128).

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
