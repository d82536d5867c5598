import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { initSync, Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { PRESETS } from '../../scenario/presets';
import type { SimulationClass } from '../port/binding';
import { FrameView } from '../wire/frame';
import { eachRecord, type LogRecord } from '../wire/log';
import { headsOf, isOf } from '../wire/records';
import { createServer } from './server';

beforeAll(() => {
  initSync({ module: readFileSync(new URL('../../../sim-wasm/pkg/sched_wasm_bg.wasm', import.meta.url)) });
});

test('the last decision of a CPU is the last of those kept in which it was chosen or looked for work', () => {
  const server = createServer(Simulation as unknown as SimulationClass, { now: () => 0 });
  const ns = 700_000;
  server.load(PRESETS.cluster, 1);
  server.seek({ ns, events: null, budgetMs: 9, level: 0, windowNs: 0, orLess: false });
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

const AT_NS = 8_000_000;

/** A server that stands at a moment; from then on its machine is away for so many ms before the clock is looked at for the nth time. */
function starved(nth: number, awayMs: number) {
  let looks = Number.NEGATIVE_INFINITY;
  const now = () => {
    looks += 1;
    return looks >= nth ? awayMs : 0;
  };
  const server = createServer(Simulation as unknown as SimulationClass, { now });
  server.load(PRESETS['hackbench-kunpeng'], 1);
  server.seek({ ns: AT_NS, events: null, budgetMs: Number.MAX_VALUE, level: 0, windowNs: 0, orLess: false });
  looks = 0;
  return server;
}

const LOOKS = [3, 4, 5, 6, 7, 12];

test('on a starved machine the decisions that are told end with the last one, or none is told', () => {
  const last = (...starving: Parameters<typeof starved>) =>
    headsOf(starved(...starving).decisions(true).words).at(-1)?.words;
  const right = last(1, 0);
  expect(right).toBeDefined();
  for (const nth of LOOKS) {
    expect(last(nth, 2000), `away before look ${nth}`).toEqual(right);
    expect([undefined, right]).toContainEqual(last(nth, 60_000));
  }
});

test('on a starved machine no older decision is told for the last one of a CPU', () => {
  const last = (...starving: Parameters<typeof starved>) =>
    starved(...starving).decision({ cpu: 0, ns: AT_NS })?.record;
  const right = last(1, 0);
  expect(right).toBeDefined();
  for (const nth of LOOKS) expect([undefined, right]).toContainEqual(last(nth, 2000));
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

test('a way that may be logged from a nearer state on is shorter, comes to the same moment, and its log is whole from there', () => {
  const server = createServer(Simulation as unknown as SimulationClass, { now: () => 0 });
  server.load(PRESETS['hackbench-kunpeng'], 1);
  const to = { events: null, budgetMs: 9, level: 2, windowNs: 2_000_000 } as const;
  const [near, ns] = [7_500_000, 8_000_000];
  server.seek({ ...to, ns: near, orLess: false });
  const less = server.seek({ ...to, ns, orLess: true });
  expect(less.loggedFromNs).toBe(near);
  const whole = server.seek({ ...to, ns, orLess: false });
  expect(whole.loggedFromNs).toBe(6_000_000);
  expect(less.frame).toEqual(whole.frame);
  const since = recordsOf(whole.log).filter(({ ns: at }) => at > near);
  expect(since.length).toBeGreaterThan(100);
  // The log begins with what is wasted by then.
  expect(recordsOf(less.log).slice(-since.length)).toEqual(since);
  // Where no state lies in the window it is logged whole.
  server.load(PRESETS['hackbench-kunpeng'], 1);
  expect(server.seek({ ...to, ns, orLess: true })).toEqual(whole);
});

const recordsOf = (log: Uint32Array): LogRecord[] => {
  const records: LogRecord[] = [];
  eachRecord(log, (record) => void records.push({ ...record }));
  return records;
};
