// Makes a module of WebAssembly smaller, once wasm-bindgen has written it.
import { readFileSync, writeFileSync } from 'node:fs';
import { bodiesOf, likeAfterLike, namedInOrder } from './order.mjs';
import { bin, run } from './process.mjs';

/**
 * What Rust runs when it panics: it puts a message together that nobody is told in a browser, and traps. To trap at once is the
 * same to who called, and what only the message needs (a twentieth of the module) is gone with it.
 */
const PANICS = [
  /::panicking::/,
  /rust_(begin_unwind|panic|oom)/,
  /_fail(ed)?(_rt)?$/,
  /::panic_(already|for)_/,
  /::raw_vec::(handle_error|capacity_overflow)/,
  /handle_alloc_error|__rust_alloc_error_handler/,
  /__rust_end_short_backtrace/,
];

/** What the standard library says in panics. */
const PANIC_TEXTS = [
  'called `Option::unwrap()` on a `None` value',
  'called `Result::unwrap()` on an `Err` value',
  'attempt to divide by zero',
  'attempt to divide with overflow',
  'attempt to calculate the remainder with a divisor of zero',
  'attempt to calculate the remainder with overflow',
  'RefCell already borrowed',
  'Formatting argument out of range',
  'a formatting trait implementation returned an error when the underlying stream did not',
  'a Display implementation returned an error unexpectedly',
  'capacity overflow',
  'internal error: entered unreachable code',
  'dest is out of bounds',
  'assertion failed: mid <= self.len()',
  'assertion failed: edge.height == self.node.height - 1',
  'assertion failed: edge.height == self.height - 1',
  'assertion failed: src.len() == dst.len()',
  'assertion failed: idx < CAPACITY',
  'attempt to join into collection with len > usize::MAX',
  ' is not a char boundary; it is inside ',
  ' out of range for slice of length ',
  'slice index starts at ',
  ' but ends at ',
  'range start index ',
  'range end index ',
  'insertion index (is ',
  'removal index (is ',
  'swap_remove index (is ',
  ') should be <= len (is ',
  ') should be < len (is ',
  'min > max. min = ',
  ', max = ',
  'Tried to shrink to a larger capacity',
  'argument of integer logarithm must be positive',
  'assertion failed: self.is_char_boundary(new_len)',
  'assertion failed: self.peeked.is_none()',
  'a machine that passed its check',
  'index out of bounds: the len is ',
  ' but the index is ',
];

/** Blanks those texts in a module's bytes. */
export const blankTexts = (bytes) => {
  for (const text of PANIC_TEXTS) {
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at)) bytes.fill(0, at, at + text.length);
  }
};

/**
 * The same bytes without the places of the source that panics would name: each is an address and a length of a file's name, a line
 * and a column. Nothing else reads them.
 *
 * @param segments the module's data: from which address on (`offset`) which bytes (`data`)
 * @returns how many there were
 */
export const blankPlaces = (segments) => {
  const text = (address, length) => {
    const one = segments.find(({ offset, data }) => address >= offset && address + length <= offset + data.length);
    return one?.data.subarray(address - one.offset, address - one.offset + length);
  };
  const names = [];
  let count = 0;
  for (const { offset, data } of segments) {
    const words = new DataView(data.buffer, data.byteOffset, data.length);
    for (let at = (4 - (offset % 4)) % 4; at + 16 <= data.length; at += 4) {
      const [address, length, line, column] = [0, 4, 8, 12].map((byte) => words.getUint32(at + byte, true));
      if (line === 0 || column === 0 || line > 1e5 || column > 1e3 || length > 200) continue;
      const name = text(address, length);
      if (!/^[\w./-]+\.rs$/.test(String.fromCharCode(...(name ?? [])))) continue;
      names.push(name);
      data.fill(0, at, at + 16);
      count++;
    }
  }
  for (const name of names) name.fill(0);
  return count;
};

/** Has every function of a panic trap at once, and takes out what only its message needs. Returns how many functions there were. */
const trapAtOnce = async (file) => {
  const { default: binaryen } = await import('binaryen');
  const module = binaryen.readBinary(readFileSync(file));
  let count = 0;
  for (let i = 0; i < module.getNumFunctions(); i++) {
    const one = module.getFunctionByIndex(i);
    const { name, module: imported } = binaryen.getFunctionInfo(one);
    if (imported || !PANICS.some((pattern) => pattern.test(name))) continue;
    binaryen.Function.setBody(one, module.unreachable());
    count++;
  }
  // By their names wasm-opt is told nothing, but the next look at the module is.
  binaryen.setDebugInfo(true);
  const bytes = Buffer.from(module.emitBinary());
  const segments = Array.from({ length: module.getNumDataSegments() }, (_, i) => {
    const { offset, data } = module.getDataSegmentInfo(module.getDataSegmentByIndex(i));
    const at = bytes.indexOf(Buffer.from(data));
    return { offset, data: bytes.subarray(at, at + data.byteLength) };
  });
  blankPlaces(segments);
  blankTexts(bytes);
  writeFileSync(file, bytes);
  module.dispose();
  return count;
};

/** Shrinks the module at `file` in place; `flags`: those of wasm-opt. */
export const shrink = async (file, flags) => {
  const count = await trapAtOnce(file);
  if (count < 10) throw new Error(`${file}: of Rust's panics only ${count} were found; are they called otherwise now?`);
  const wasmOpt = bin('wasm-opt');
  const optimize = (...args) =>
    run(wasmOpt, [file, '-o', file, ...args], {
      problem: 'The WebAssembly could not be made smaller; wasm-opt says why above.',
    });
  await optimize(...flags, '--strip-debug', '--strip-producers');
  const bytes = readFileSync(file);
  writeFileSync(file, namedInOrder(bytes, likeAfterLike(bodiesOf(bytes))));
  await optimize('--reorder-functions-by-name', '--strip-debug', '--strip-target-features');
};
