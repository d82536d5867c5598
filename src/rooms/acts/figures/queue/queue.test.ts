import { expect, test } from 'vitest';
import { Simulation } from '../../../../../tests/simulator';
import type { QueueInspection, RunReport } from '../../../../scenario/generated/types';
import { six } from '../../steps/six';
import type { Seen, Step } from '../../types';
import { resultsOf, waitsBeside } from './results';
import { byDeadline, taskNote } from './taskNotes';

const stepOf = (name: string): Step => six.steps.find(([one]) => one === name)?.[1] as Step;

function lanesAt(step: Step, ns = step.atNs, document = step.document) {
  return document.lanes.map((_, lane) => {
    const simulation = new Simulation(JSON.stringify(document), lane);
    simulation.advance(ns, Number.MAX_SAFE_INTEGER);
    const { queue } = JSON.parse(simulation.inspect_cpu(0)) as { queue: QueueInspection };
    const report = JSON.parse(simulation.report()) as RunReport;
    simulation.free();
    return { queue, report };
  });
}

const seenOf = (lanes: readonly { report: RunReport }[], beside: Seen['beside'] = []): Seen =>
  ({ lanes: lanes.map(({ report }) => report), beside }) as unknown as Seen;

test.each(['lag', 'debt', 'weight'])('%s: weighted by the tasks, the lags in B add up to nothing', (name) => {
  const [, b] = lanesAt(stepOf(name));
  const { tasks } = b!.queue;
  const weight = tasks.reduce((sum, task) => sum + task.weight, 0);
  const sum = tasks.reduce((sum, task) => sum + task.weight * task.vruntime_ns, 0);
  expect(Math.abs(sum / weight)).toBeLessThan(50_000);
});

test('at the moment of the step about lag, the sleeper has a gift in A and waits in B', () => {
  const [a, b] = lanesAt(stepOf('lag'));
  const sleeper = ({ queue }: { queue: QueueInspection }) => queue.tasks.find(({ task }) => task === 2)!;
  expect(a!.queue.next).toBe(2);
  expect(taskNote('cfs', sleeper(a!))).toEqual({ key: 'behind', time: '12.0\u00a0ms' });
  expect(sleeper(b!).running).toBe(false);
  expect(taskNote('eevdf', sleeper(b!))?.key).toBe('owed');
});

test('in the step about debt, the sleeper is a ghost in B and owes time', () => {
  const [a, b] = lanesAt(stepOf('debt'));
  expect(a!.queue.tasks.some(({ task }) => task === 2)).toBe(false);
  const ghost = b!.queue.tasks.find(({ delayed }) => delayed)!;
  expect(ghost.task).toBe(2);
  expect(taskNote('eevdf', ghost)?.key).toBe('had');
});

test('the eligible tasks are numbered by deadline, and the first is the next', () => {
  const [, b] = lanesAt(stepOf('deadline'), 85e6);
  const order = byDeadline(b!.queue);
  expect(order.length).toBeGreaterThan(1);
  expect(order[0]).toBe(b!.queue.next);
  expect(order.length).toBeLessThan(b!.queue.tasks.length);
});

test.each(['queue', 'clock', 'lag', 'debt'])('shares of all tasks in step %s add up to the CPU', (step) => {
  const { shares } = resultsOf(step, seenOf(lanesAt(stepOf(step))));
  expect(shares).toHaveLength(step === 'queue' ? 1 : 2);
  for (const lane of shares) {
    expect(lane).toHaveLength(3);
    expect(lane.reduce((sum, percent) => sum + percent, 0)).toBeGreaterThan(97);
  }
  // The sleeper is the last.
  if (step === 'lag') for (const lane of shares) expect(Math.min(...lane)).toBe(lane[2]);
});

test('waits are times, never a difference: in A 0, in B some milliseconds', () => {
  const { waits } = resultsOf('lag', seenOf(lanesAt(stepOf('lag'))));
  expect(waits).toMatchObject({ a: 0, longer: 'quarter', beside: null });
  expect(waits!.b).toBeGreaterThan(2e6);
  expect(resultsOf('queue', seenOf(lanesAt(stepOf('queue')))).waits).toBeNull();
});

test('the wait beside three hogs is that of another run, and the tasks of that run are shown', () => {
  const step = stepOf('question');
  const [document] = step.beside!.experiments;
  const lanes = lanesAt(step, 1000e6, document);
  const waits = waitsBeside(seenOf(lanes, [[lanes.map(({ report }) => report)]]));
  expect(waits).toMatchObject({ beside: { hogs: 3, sleepers: 1 } });
  expect(waits!.b).toBeLessThan(waits!.a);
});

test('before anything ran there are no results', () => {
  const nothing = { shares: [], waits: null };
  expect(resultsOf('question', seenOf(lanesAt(stepOf('question'))))).toEqual(nothing);
  expect(resultsOf('lag', null)).toEqual(nothing);
});
