// Makes a module of WebAssembly smaller, once wasm-bindgen has written it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './process.mjs';

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

/** Has every function of a panic trap at once. Returns how many there were. */
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
  writeFileSync(file, module.emitBinary());
  module.dispose();
  return count;
};

/** Shrinks the module at `file` in place; `flags`: those of wasm-opt. */
export const shrink = async (file, flags) => {
  const count = await trapAtOnce(file);
  if (count < 10) throw new Error(`${file}: of Rust's panics only ${count} were found; are they called otherwise now?`);
  const wasmOpt = join(root, 'node_modules/.bin/wasm-opt');
  await run(wasmOpt, [file, '-o', file, ...flags, '--strip-debug', '--strip-producers', '--strip-target-features'], {
    problem: 'The WebAssembly could not be made smaller; wasm-opt says why above.',
  });
};
