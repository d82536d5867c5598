import { expect, test } from 'vitest';
import { isLong, isWhole } from '../../tests/long';
import { Simulation } from '../../tests/simulator';
import { CpuFlag, FrameView } from '../engine/wire/frame';
import { CHOSEN_WORKLOADS, MACHINES, WORKLOADS } from './catalog';
import type { CpuInspection, MachineId, RunReport, Scenario, Workload } from './generated/types';
import { NO_TASK } from './generated/vocab';
import { withWorkload } from './groups';
import { noEffect } from './noEffect';
import { PRESET_IDS, PRESETS, type PresetId, startOf } from './presets';
import { loadOf, withLoad } from './workload';

/** A lane at the moment at which the document opens. */
function opened(preset: PresetId, document: Scenario, lane: number): FrameView {
  const simulation = new Simulation(JSON.stringify(document), lane);
  simulation.advance(startOf(preset, document), Number.MAX_SAFE_INTEGER);
  const frame = new FrameView(simulation.frame(false));
  simulation.free();
  return frame;
}

const wasted = (frame: FrameView): number =>
  Array.from({ length: frame.cpus }, (_, cpu) => frame.flags(cpu)).filter((flags) => flags & CpuFlag.wasted).length;

/** Whether work is under way: some is done, or tasks without requests are running. */
const isUnderWay = (frame: FrameView, { kind }: Workload): boolean =>
  !frame.done && (frame.messages > 0 || (kind === 'jobs' && frame.busyNs > 0));

/** The document after choosing a machine and a workload by hand. */
const chosen = (preset: PresetId, machine: MachineId, workload: Workload): Scenario => {
  const { cpus: _, ...document } = PRESETS[preset];
  const lanes = document.lanes.map(({ cpus: __, ...lane }) => lane);
  return withWorkload({ ...document, machine, lanes }, workload);
};

const MACHINE_IDS = Object.keys(MACHINES) as MachineId[];
const KINDS = CHOSEN_WORKLOADS;

/** Every machine with every workload, each with the switches of one preset; in the quick tests every fifth pair of them. */
const all = MACHINE_IDS.flatMap((machine, m) =>
  KINDS.flatMap((kind, k) =>
    PRESET_IDS.filter((_, p) => isWhole || (m + k) % PRESET_IDS.length === p).map(
      (preset) => [preset, machine, kind] as const,
    ),
  ),
).filter((_, i) => isLong || i % 5 === 0);

// Tests that would take seconds of simulated time are left out.
test.each(PRESET_IDS.filter((preset) => preset !== 'numa-test'))(
  '%s is under way when it opens, with twice its load, too',
  { timeout: 60_000 },
  (preset) => {
    const own = PRESETS[preset];
    const document = { ...own, workload: withLoad(own.workload, loadOf(own.workload) * 2) };
    expect(isUnderWay(opened(preset, document, 0), document.workload)).toBe(true);
  },
);

test('idle stealing opens at a moment at which CPUs of A are idle while tasks wait, and none of B', () => {
  expect(wasted(opened('steal', PRESETS.steal, 0))).toBeGreaterThanOrEqual(4);
  expect(wasted(opened('steal', PRESETS.steal, 1))).toBe(0);
});

test('a container opens late in a period: with any seed it is throttled in A while CPUs idle, and never in B', () => {
  const { lanes } = PRESETS.container;
  for (let seed = 1; seed <= 8; seed++) {
    const [limited, free] = lanes.map((_, lane) => opened('container', { ...PRESETS.container, seed }, lane));
    if (!limited || !free) throw new Error('two lanes');
    const throttled = (frame: FrameView): number[] =>
      Array.from({ length: frame.cpus }, (_, cpu) => cpu).filter((cpu) => frame.flags(cpu) & CpuFlag.throttled);
    expect(throttled(limited).length).toBeGreaterThanOrEqual(2);
    for (const cpu of throttled(limited)) expect(limited.running(cpu)).toBe(NO_TASK);
    expect(throttled(free)).toEqual([]);
  }
});

test('a debt after a sleep opens at a moment at which the sleeper is in the queue of B and not of A', () => {
  const kept = PRESETS.debt.lanes.map((_, lane) => {
    const simulation = new Simulation(JSON.stringify(PRESETS.debt), lane);
    simulation.advance(startOf('debt', PRESETS.debt), Number.MAX_SAFE_INTEGER);
    const { queue } = JSON.parse(simulation.inspect_cpu(0)) as CpuInspection;
    simulation.free();
    return queue.tasks.map(({ delayed }) => delayed);
  });
  expect(kept).toEqual([
    [false, false],
    [false, false, true],
  ]);
});

test('a debt paid in the queue shortens waits after a sleep, with the same work done', () => {
  const [kept, burnt] = PRESETS.debt.lanes.map((_, lane) => {
    const simulation = new Simulation(JSON.stringify({ ...PRESETS.debt, limit_ms: 4000 }), lane);
    simulation.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const report = JSON.parse(simulation.report()) as RunReport;
    simulation.free();
    return report;
  });
  if (!kept || !burnt) throw new Error('two lanes');
  expect(burnt.wake_latency_p50_ns).toBeLessThan(0.6 * kept.wake_latency_p50_ns);
  expect(burnt.wake_latency_p99_ns).toBeLessThan(0.8 * kept.wake_latency_p99_ns);
  expect(Math.abs(burnt.messages - kept.messages)).toBeLessThan(0.005 * kept.messages);
});

test('every choice by hand opens with its work under way, and lanes without differences are one run', {
  timeout: 600_000,
}, () => {
  const empty: (typeof all)[number][] = [];
  const untrue: (typeof all)[number][] = [];
  for (const one of all) {
    const [preset, machine, kind] = one;
    const document = chosen(preset, machine, WORKLOADS[kind]);
    const frames = document.lanes.map((_, lane) => opened(preset, document, lane));
    if (!frames.every((frame) => isUnderWay(frame, document.workload))) empty.push(one);
    if (noEffect(document) && new Set(frames.map(({ hash }) => hash)).size > 1) untrue.push(one);
  }
  expect({ empty, untrue }).toEqual({ empty: [], untrue: [] });
});
