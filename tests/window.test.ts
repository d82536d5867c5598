import { expect, test } from 'vitest';
import { FrameView } from '../src/engine/wire/frame';
import { busyShare, wastedShare } from '../src/engine/wire/series';
import type { RunReport, Scenario } from '../src/scenario/generated/types';
import { NO_TASK } from '../src/scenario/generated/vocab';
import { PRESETS, startOf } from '../src/scenario/presets';
import { difference, rate } from '../src/words/compare';
import { Simulation } from './simulator';

/** The frame and the report of a lane at a moment. */
function at(scenario: Scenario, lane: number, ns: number): { frame: FrameView; report: RunReport } {
  const simulation = new Simulation(JSON.stringify(scenario), lane);
  simulation.advance(ns, Number.MAX_SAFE_INTEGER);
  const frame = new FrameView(simulation.frame(false));
  const report = JSON.parse(simulation.report());
  simulation.free();
  return { frame, report };
}

test.each([0, 20, 45])('a frame has the figures of the report, with a warm-up of %i ms', (warmup_ms) => {
  const { frame, report } = at({ ...PRESETS.steal, warmup_ms }, 1, 40_036_000);
  expect(report.started_ns).toBeGreaterThan(1e6);
  expect(frame.elapsedNs).toBe(report.elapsed_ns);
  expect(rate(frame)).toBeCloseTo(report.messages_per_s, 3);
  expect(busyShare(frame, 20) * 100).toBeCloseTo(report.busy_pct, 6);
  expect(wastedShare(frame, 20) * 100).toBeCloseTo(report.wasted_pct, 6);
  expect(frame.measured).toBe(warmup_ms < 40);
});

test('no difference is shown before the warm-up is over', () => {
  const said = (scenario: Scenario, ns: number) => {
    const [a, b] = [0, 1].map((lane) => at(scenario, lane, ns).frame);
    return difference(a ?? null, b ?? null, 'messages').key;
  };
  const warm = { ...PRESETS.steal, warmup_ms: 30 };
  expect(said(warm, 2e6)).toBe('difference.early');
  expect(said(warm, 29e6)).toBe('difference.early');
  expect(said(warm, 40e6)).toBe('difference.messages');
});

test('the largest experiment opens at a moment at which every node has work', { timeout: 60_000 }, () => {
  const { frame } = at(PRESETS.big, 1, startOf('big', PRESETS.big));
  const busy = [0, 0, 0, 0];
  for (let cpu = 0; cpu < 96; cpu += 1) {
    if (frame.running(cpu) !== NO_TASK) busy[Math.floor(cpu / 24)] = (busy[Math.floor(cpu / 24)] ?? 0) + 1;
  }
  expect(Math.min(...busy)).toBeGreaterThan(12);
});
