import { expect, test } from 'vitest';
import { Simulation } from '../../tests/simulator';
import { recordOffsets } from '../engine/wire/decisions';
import { type Head, headAt, stepsOf } from '../engine/wire/records';
import type { KernelId } from '../scenario/generated/types';
import { PRESETS } from '../scenario/presets';
import { because } from '../words/sentences';
import { queueOfPick } from './picked';

/** The picks in an interval of a run under a kernel. */
function picksOf(kernel: KernelId): Head[] {
  const scenario = { ...PRESETS.turns, lanes: PRESETS.turns.lanes.map((lane) => ({ ...lane, kernel })) };
  const simulation = new Simulation(JSON.stringify(scenario), 0);
  simulation.keep_decisions(true);
  simulation.advance(900e6, Number.MAX_SAFE_INTEGER);
  const words = simulation.take_decisions();
  simulation.free();
  const offsets = recordOffsets(words);
  return offsets
    .flatMap((offset, i) => headAt(words, offset, offsets[i + 1] ?? words.length, i) ?? [])
    .filter(({ kind }) => kind === 'pick');
}

test.each([
  ['6.12', 'eevdf'],
  ['6.5', 'cfs'],
  ['2.5.5x', 'o1'],
] as const)('under %s the steps of a pick are the queue that it was made from', (kernel, scheduler) => {
  const picks = picksOf(kernel);
  expect(picks.length).toBeGreaterThan(5);
  const said = new Set<string>();
  for (const head of picks) {
    const steps = stepsOf(head);
    const queue = queueOfPick(steps);
    said.add(because(head, steps, null).key);
    expect(queue?.scheduler).toBe(scheduler);
    expect(queue?.next).toBe(head.task);
    expect(queue?.tasks.map(({ task }) => task)).toContain(head.task);
    expect(new Set(queue?.tasks.map(({ task }) => task)).size).toBe(queue?.tasks.length);
  }
  expect([...said].every((key) => key.startsWith('why.pick'))).toBe(true);
  if (scheduler === 'cfs') expect(said).toContain('why.pick.least');
  if (scheduler === 'o1') expect([...said].sort()).toEqual(['why.pick.prio', 'why.pick.swap']);
});
