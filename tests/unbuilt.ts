import { TestRunner } from 'vitest';

/** Skips the test that calls it, in a clone without the WebAssembly (`scripts/lib/unbuilt.mjs`). */
export function skipUnbuilt(): never {
  const reason = 'needs the simulator, which is not built (npm run wasm)';
  const test = TestRunner.getCurrentTest();
  if (!test) throw new Error(`A module ${reason}: call it within a test.`);
  return test.context.skip(reason);
}
