import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import * as grouped from '../sim-wasm/pkg/grouped/sched_wasm.js';
import * as first from '../sim-wasm/pkg/sched_wasm.js';
import * as whole from '../sim-wasm/pkg/whole/sched_wasm.js';
import { completed } from '../src/scenario/document';
import type { Scenario } from '../src/scenario/generated/types';
import { PRESETS } from '../src/scenario/presets';
import { fixture, HASHES } from './determinism';

const MODULES = { first, grouped, whole };

beforeAll(() => {
  const read = (file: string) => readFileSync(new URL(`../sim-wasm/pkg/${file}`, import.meta.url));
  first.initSync({ module: read('sched_wasm_bg.wasm') });
  grouped.initSync({ module: read('grouped/sched_wasm_bg.wasm') });
  whole.initSync({ module: read('whole/sched_wasm_bg.wasm') });
});

/** The same figures are held natively by `sched generate --check`, and in a browser by the specs. */
describe.each(Object.entries(HASHES))('%s', (name, hashes) => {
  const lanes = hashes.flatMap((hash, lane) =>
    Object.entries(MODULES).map(([build, of]) => ({ lane, build, hash, of })),
  );
  test.each(lanes)('lane $lane comes to $hash in Node, with the $build module', ({ lane, hash, of }) => {
    // Older versions are read by the whole module; the page gives every one a document that is complete.
    const document = of === whole ? fixture(name) : completed(fixture(name));
    const simulation = new of.Simulation(JSON.stringify(document), lane);
    // Uneven slices: the hash must not depend on how a run is driven.
    for (let slice = 1; !simulation.done(); slice = (slice * 7) % 9973) simulation.advance(1e15, slice);
    expect(JSON.parse(simulation.report()).hash).toBe(hash);
    simulation.free();
  });
});

test('random documents on every kernel come to the same events as natively', () => {
  const lines = (file: string) =>
    readFileSync(new URL(`fixtures/determinism/${file}`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
  const [events = '', ...hashes] = lines('random.hashes');
  const runs = lines('random.jsonl').map((document, i) => ({ document, hash: hashes[i] }));
  // A machine of one's own is another module's to read.
  const named = runs.filter(({ document }) => typeof JSON.parse(document).machine === 'string');
  const found = named.map(({ document }) => {
    const simulation = new whole.Simulation(document, 0);
    simulation.advance(1e15, Number.parseInt(events, 10));
    const { hash } = JSON.parse(simulation.report());
    simulation.free();
    return hash;
  });
  expect(found).toEqual(named.map(({ hash }) => hash));
});

test('copies and saved states of the small modules go on to the same events as the run', () => {
  const scenario = { ...PRESETS.steal, lanes: [{ features: { ...PRESETS.steal.lanes[0]!.features } }] } as const;
  const flips = [{ at_ns: 400_000, features: { ...scenario.lanes[0].features, steal: 'on' } }];
  for (const [name, { Simulation }] of Object.entries(MODULES)) {
    const run = new Simulation(JSON.stringify(scenario), 0);
    run.set_flips(JSON.stringify(flips));
    run.advance(300_000, 1e9);
    const saved = run.save();
    const early = run.snapshot();
    run.advance(600_000, 1e9);
    const all = [run, early, run.restored(saved as never), run.snapshot(), early.snapshot()];
    for (const one of all) one.advance(900_000, 1e9);
    const told = all.map((one) => [one.events(), one.flips_passed(), ...one.frame(false), ...one.series()].join());
    expect(new Set(told).size, name).toBe(1);
    expect(run.flips_passed(), name).toBe(1);
  }
});

/** What a lane of an experiment is refused for; null: it runs. */
function refusalOf({ Simulation }: (typeof MODULES)[keyof typeof MODULES], scenario: Scenario): unknown {
  try {
    new Simulation(JSON.stringify(scenario), 0).free();
    return null;
  } catch (thrown) {
    return thrown;
  }
}

test('only the first module is without control groups, STREAM and CPUs that differ, and says so where they are asked for', () => {
  expect(refusalOf(first, PRESETS.container)).toBe('not built');
  expect(refusalOf(first, PRESETS.stream)).toBe('not built');
  const hybrid = { ...PRESETS.cluster, machine: 'dgx-spark-20' } as const;
  expect(refusalOf(first, hybrid)).toBe('not built');
  // Its class has none.
  expect(refusalOf(first, { ...PRESETS.container, kernel: '2.5.5x' })).toBeNull();
  for (const all of [grouped, whole]) {
    for (const scenario of [...Object.values(PRESETS), hybrid]) expect(refusalOf(all, scenario)).toBeNull();
  }
});
