import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import * as fast from '../sim-wasm/pkg/fast/sched_wasm.js';
import * as small from '../sim-wasm/pkg/sched_wasm.js';
import * as tools from '../sim-wasm/pkg/tools/sched_tools.js';
import { PRESETS } from '../src/scenario/presets';
import { fixture, HASHES } from './determinism';
import { startModule } from './simulator';

const BUILDS = { small, fast };

beforeAll(() => {
  startModule(small, 'sched_wasm_bg.wasm');
  startModule(tools, 'tools/sched_tools_bg.wasm');
});

/** `sched generate --check` compares the same figures natively, and the specs in a browser. */
describe.each(Object.entries(HASHES))('%s', (name, hashes) => {
  const lanes = hashes.flatMap((hash, lane) =>
    Object.entries(BUILDS).map(([build, of]) => ({ lane, build, hash, of })),
  );
  test.each(lanes)('lane $lane has the hash $hash in Node, with the $build build', ({ lane, hash, of }) => {
    const document = JSON.stringify(fixture(name));
    const program = tools.policy_program(document, lane);
    // The small build has no virtual machine.
    if (program !== undefined && of === small) {
      expect(() => new of.Simulation(document, lane, program)).toThrow(/not_compiled/);
      return;
    }
    const simulation = new of.Simulation(document, lane, program);
    // Uneven slices: the hash must not depend on the length of slices.
    for (let slice = 1; !simulation.done(); slice = (slice * 7) % 9973) simulation.advance(1e15, slice);
    expect(JSON.parse(simulation.report()).hash).toBe(hash);
    simulation.free();
  });
});

test.each(Object.entries(BUILDS))('random documents on every kernel have the same events as natively: %s', (_, of) => {
  const lines = (file: string) =>
    readFileSync(new URL(`fixtures/determinism/${file}`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
  const [events = '', ...hashes] = lines('random.hashes');
  const found = lines('random.jsonl').map((document) => {
    const simulation = new of.Simulation(document, 0);
    simulation.advance(1e15, Number.parseInt(events, 10));
    const { hash } = JSON.parse(simulation.report());
    simulation.free();
    return hash;
  });
  expect(found).toEqual(hashes);
});

test('snapshots continue with the same events as the run', () => {
  const scenario = { ...PRESETS.steal, lanes: [{ features: { ...PRESETS.steal.lanes[0]!.features } }] } as const;
  const flips = [{ at_ns: 400_000, features: { ...scenario.lanes[0].features, steal: 'on' } }];
  for (const [name, { Simulation }] of Object.entries(BUILDS)) {
    const run = new Simulation(JSON.stringify(scenario), 0);
    run.set_flips(JSON.stringify(flips));
    run.advance(300_000, 1e9);
    const early = run.snapshot();
    run.advance(600_000, 1e9);
    const all = [run, early, run.snapshot(), early.snapshot()];
    for (const one of all) one.advance(900_000, 1e9);
    const told = all.map((one) => [one.events(), one.flips_passed(), ...one.frame(false), ...one.series()].join());
    expect(new Set(told).size, name).toBe(1);
    expect(run.flips_passed(), name).toBe(1);
  }
});
