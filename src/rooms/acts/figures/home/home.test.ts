import { expect, test } from 'vitest';
import { Simulation } from '../../../../../tests/simulator';
import { FrameView } from '../../../../engine/wire/frame';
import type { MachineDescription, RunReport, Scenario } from '../../../../scenario/generated/types';
import { PRESETS } from '../../../../scenario/presets';
import { awayShare, blocksAway, followed, homeShare, meanMemoryPct, nodesOf, placedIn, whereIs } from './jobs';
import { placesIn, squares, wayOf } from './places';

const scenario: Scenario = PRESETS['numa-test'];

function laneAt(lane: number, ns: number) {
  const simulation = new Simulation(JSON.stringify(scenario), lane);
  simulation.advance(ns, Number.MAX_SAFE_INTEGER);
  const frame = new FrameView(simulation.frame(false));
  const report = JSON.parse(simulation.report()) as RunReport;
  const machine = JSON.parse(simulation.machine()) as MachineDescription;
  simulation.free();
  return { frame, report, machine };
}

test('the followed job is away from its memory in A, and at home in B', () => {
  const lanes = [0, 1].map((lane) => laneAt(lane, 20e9));
  const nodes = nodesOf(lanes[0]!.machine);
  expect(nodes.map(({ cpus }) => cpus.length)).toEqual([2, 2, 2, 2]);
  const placed = lanes.map(({ frame, report }) => placedIn(frame, report.jobs));
  const [a, b] = placed.map((lane) => lane[followed(placed, nodes)]!);
  expect(whereIs(a, nodes)).toMatchObject({ isAway: true });
  const { at, home } = whereIs(b, nodes);
  expect(at).toBeDefined();
  expect(at).toBe(home);
});

test('shares at home and away add up', () => {
  const { report } = laneAt(0, 20e9);
  const away = awayShare(report)!;
  expect(away).toBeGreaterThan(0);
  expect(away).toBeLessThan(1);
  expect(homeShare({ node_ns: [3, 1], memory_node: 0 })).toBe(0.75);
  expect(homeShare({ node_ns: [0, 0], memory_node: 0 })).toBeNull();
});

test('far memory makes the same blocks take longer; near memory does not', () => {
  expect(blocksAway(14, 50, 140)).toBeCloseTo(14 / 1.2);
  expect(blocksAway(14, 50, 100)).toBe(14);
  expect(blocksAway(14, 0, 140)).toBe(14);
  expect(meanMemoryPct({ memory_pct: 100, sizes: 4 })).toBe(62.5);
});

test('nodes, CPUs and memory stay inside the figure, whatever its shape', () => {
  for (const [width, height, columns] of [
    [400, 380, 2],
    [173, 180, 2],
    [800, 240, 4],
  ] as const) {
    const places = placesIn({ width, height, cpus: [2, 2, 2, 2] });
    expect(places.columns).toBe(columns);
    for (const { box, cpus, memory } of places.nodes)
      for (const part of [...cpus, memory]) {
        expect(part.x).toBeGreaterThanOrEqual(box.x);
        expect(part.x + part.w).toBeLessThanOrEqual(box.x + box.w + 0.01);
        expect(part.y + part.h).toBeLessThanOrEqual(box.y + box.h + 0.01);
        expect(box.y + box.h).toBeLessThanOrEqual(height + 0.01);
      }
    for (const one of squares(places.nodes[0]!.memory, 16, 20)) {
      const { memory } = places.nodes[0]!;
      expect(one.x + one.w).toBeLessThanOrEqual(memory.x + memory.w + 0.01);
      expect(one.y + one.h).toBeLessThanOrEqual(memory.y + memory.h + 1);
    }
  }
});

test('an access inside a node is short, one between nodes runs through the gap', () => {
  const places = placesIn({ width: 400, height: 380, cpus: [2, 2, 2, 2] });
  const block = squares(places.nodes[0]!.memory, 4, 20)[0]!;
  const near = wayOf(places, 0, 0, block, places.nodes[0]!.cpus[0]!);
  const far = wayOf(places, 0, 3, block, places.nodes[3]!.cpus[0]!);
  expect(near).not.toContain('NaN');
  expect(far).not.toContain('NaN');
  const gap = places.nodes[0]!.box.x + places.nodes[0]!.box.w + places.gutter / 2;
  expect(far).toContain(`H${gap}`);
  expect(near).not.toContain(`H${gap}`);
});
