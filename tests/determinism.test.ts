import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { initSync, Simulation } from '../sim-wasm/pkg/sched_wasm.js';
import { fixture, HASHES } from './determinism';

beforeAll(() => {
  initSync({ module: readFileSync(new URL('../sim-wasm/pkg/sched_wasm_bg.wasm', import.meta.url)) });
});

/** The same figures are held natively by `sched generate --check`, and in a browser by the specs. */
describe.each(Object.entries(HASHES))('%s', (name, hashes) => {
  test.each(hashes.map((hash, lane) => [lane, hash] as const))('lane %i comes to %s in Node', (lane, hash) => {
    const simulation = new Simulation(JSON.stringify(fixture(name)), lane);
    // Uneven slices: the hash must not depend on how a run is driven.
    for (let slice = 1; !simulation.done(); slice = (slice * 7) % 9973) simulation.advance(1e15, slice);
    expect(JSON.parse(simulation.report()).hash).toBe(hash);
    simulation.free();
  });
});
