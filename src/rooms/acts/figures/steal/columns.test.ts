import { expect, test } from 'vitest';
import { Simulation } from '../../../../../tests/simulator';
import { FrameView } from '../../../../engine/wire/frame';
import { three } from '../../steps/three';
import type { Step } from '../../types';
import { captionOf, columnsOf, drawnIn, middle, placesIn, theftOf } from './columns';

const stepOf = (name: string): Step => three.steps.find(([one]) => one === name)?.[1] as Step;

const frameOf = (step: Step, lane: number, ns = step.atNs): FrameView => {
  const simulation = new Simulation(JSON.stringify(step.document), lane);
  simulation.advance(ns, Number.MAX_SAFE_INTEGER);
  const frame = new FrameView(simulation.frame(false));
  simulation.free();
  return frame;
};

test('a column has its own waiting tasks, and its bit is set as soon as it has one to spare', () => {
  for (const lane of [0, 1]) {
    const frame = frameOf(stepOf('row'), lane);
    const columns = columnsOf(frame);
    expect(columns).toHaveLength(20);
    expect(columns.reduce((sum, { waiting }) => sum + waiting.length, 0)).toBe(frame.waitingCount);
    for (const { bit, running, waiting } of columns) expect(bit).toBe(waiting.length + Number(running !== null) > 1);
    const tasks = columns.flatMap(({ running, waiting }) => [running ?? [], waiting].flat());
    expect(new Set(tasks).size).toBe(tasks.length);
  }
});

test('a thief reads the bits in order and takes from a queue whose bit is set', () => {
  const theft = theftOf({ cpu: 6, about: 10, task: 3 }, [
    { answer: 'overloaded', cpu: 10 },
    { answer: 'overloaded', cpu: 11 },
    { answer: 'moved', cpu: 10 },
  ]);
  expect(theft).toEqual({ thief: 6, from: 10, task: 3, set: [10, 11] });
});

test('columns fill the width, and queues stay inside the figure', () => {
  for (const [width, height, cpus] of [
    [800, 300, 20],
    [476, 120, 20],
    [358, 120, 20],
    [800, 250, 44],
  ] as const) {
    const places = placesIn({ width, height, cpus, most: 6 });
    expect(middle(places, cpus - 1) + places.cell.width / 2).toBeLessThanOrEqual(width);
    expect(places.cell.width).toBeLessThan(places.pitch);
    expect(places.end).toBeLessThanOrEqual(height + 8);
  }
});

test('each task has one shape, and what a lane says counts them', () => {
  const columns = columnsOf(frameOf(stepOf('wasted'), 0));
  const places = placesIn({ width: 800, height: 300, cpus: 20, most: 10 });
  const shapes = columns.flatMap((column) => drawnIn(column, places));
  expect(new Set(shapes.map(({ task }) => task)).size).toBe(shapes.length);
  const caption = captionOf(columns, null, null);
  expect(caption.key).toBe('caption.wasted');
  expect(caption.params.waiting).toBe(columns.flatMap(({ waiting }) => waiting).length);
});
