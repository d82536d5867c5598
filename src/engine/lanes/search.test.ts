import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { PRESETS } from '../../scenario/presets';
import type { SimulationClass } from '../port/binding';
import { FrameView } from '../wire/frame';
import { headsOf, isOf } from '../wire/records';
import { createServer } from './server';

beforeAll(() => {
  initSync({ module: readFileSync(new URL('../../../sim-wasm/pkg/sched_wasm_bg.wasm', import.meta.url)) });
});

test('the last decision of a CPU is the last of those kept in which it was chosen or looked for work', () => {
  const server = createServer(Simulation as unknown as SimulationClass, { now: () => 0 });
  const ns = 700_000;
  server.load(PRESETS.cluster, 1);
  server.seek({ ns, events: null, budgetMs: 9, level: 0, windowNs: 0 });
  const heads = headsOf(server.decisions(true).words);
  for (let cpu = 0; cpu < 24; cpu += 1) {
    const last = heads.findLast((head) => isOf(head, cpu));
    expect(server.decision({ cpu, ns })?.record, `CPU ${cpu}`).toEqual(last?.words);
  }
  // Before the first event nothing was decided.
  expect(server.decision({ cpu: 0, ns: 0 })).toBeNull();
  // The run itself has not moved.
  expect(server.inspectCpu(0).ns).toBe(ns);
});

test('the moment at which something has been got done first is that of the first message, to the event', () => {
  const server = createServer(Simulation as unknown as SimulationClass, { now: () => 0 });
  server.load(PRESETS['hackbench-kunpeng'], 0);
  const ns = server.firstWork() ?? 0;
  expect(ns).toBeGreaterThan(1_000_000);
  const messages = (until: number) => {
    const run = new Simulation(JSON.stringify(PRESETS['hackbench-kunpeng']), 0);
    run.advance(until, Number.MAX_SAFE_INTEGER);
    const { messages } = new FrameView(run.frame(false));
    run.free();
    return messages;
  };
  expect(messages(ns)).toBeGreaterThan(0);
  expect(messages(ns - 1)).toBe(0);
  expect(server.inspectCpu(0).ns).toBe(0);
});
