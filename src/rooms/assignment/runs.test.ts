// @vitest-environment happy-dom
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test, vi } from 'vitest';
import { policy_program, read_assignment, try_answer } from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { isBuilt, Simulation } from '../../../tests/simulator';
import { runsOf } from '../../engine/answerRuns';
import type { Assignment, Mark, Value } from '../../engine/assignments';
import type { Scenario } from '../../scenario/generated/types';
import { decode } from '../../scenario/link';
import { linksOf } from './runs';

vi.mock('../../engine/assignments', async (original) => ({
  ...(await original<object>()),
  ask: async ({ document, values, number }: { document: string; values: readonly Value[]; number: string }) =>
    values.map((value, task) => runsOf(document, task, value, number)),
}));
const canRun = isBuilt('tools/sched_tools_bg.wasm') && isBuilt('fast/sched_wasm_bg.wasm');
beforeAll(async () => {
  if (canRun) await import('../../../tests/tools');
});

/** The event hash of a lane. */
function hashOf(scenario: Scenario, lane: number): string {
  const json = JSON.stringify(scenario);
  const simulation = new Simulation(json, lane, policy_program(json, lane));
  while (!simulation.done()) simulation.advance(Number.MAX_SAFE_INTEGER, 100_000);
  return JSON.parse(simulation.report()).hash;
}

/** The hash over the events of several runs that is handed in. */
function handedIn(hashes: readonly string[]): string {
  const all = createHash('sha256');
  for (const hash of hashes) all.update(hash).update(Uint8Array.of(0xff));
  return all.digest('hex').slice(0, 16);
}

const exampleOf = (name: string) => readFileSync(`examples/assignments/${name}.json`, 'utf8');

test.skipIf(!canRun).each([
  ['clusters', 0, 5],
  ['clusters', 2, { cluster_scan: 'only', wake_affine: false }],
  ['clusters', 3, [7]],
  ['nice', 0, 60],
  ['nice', 1, [50, 60, 70, 80, 90]],
  ['stealing', 1, 5_000],
  ['numa', 1, [0]],
  ['mlfq', 1, readFileSync('examples/policies/mlfq.bpf.c', 'utf8')],
] as readonly [string, number, Value][])(
  'the links of an answer to %s, question %i, open the runs whose hash is handed in',
  async (name, task, value) => {
    const text = exampleOf(name);
    const document: Assignment = JSON.parse(text);
    const { ask } = document.tasks[task]!;
    const mark: Mark = JSON.parse(try_answer(text, task, JSON.stringify(value), 's-1'));
    expect(mark.runs).toMatch(/^[0-9a-f]{16}$/);
    const answers = document.tasks.map((_, i) => (i === task ? { value, mark } : { value: null, mark: null }));
    const links = await linksOf(text, answers, 's-1');
    expect(links.map(({ at }) => at)).toEqual(ask.kind === 'curve' ? ask.values.map((_, i) => i) : [null]);
    const hashes = links.flatMap(({ href, hash }) => {
      expect(hash).toBe(mark.runs);
      const { scenario, problem } = decode(href.slice(href.indexOf('#')));
      expect(problem).toBeNull();
      const [first] = document.seeds.practice ?? [];
      expect(scenario.seed).toBe(first);
      if (ask.kind === 'cpu' || ask.kind === 'find') return [hashOf(scenario, 'AB'.indexOf(ask.lane))];
      return scenario.lanes.flatMap((_, lane) =>
        (document.seeds.practice ?? []).map((seed) => hashOf({ ...scenario, seed }, lane)),
      );
    });
    expect(handedIn(hashes)).toBe(mark.runs);
  },
);

test.skipIf(!canRun)('an answer that was not run, or that cannot be run, has no link', async () => {
  const text = exampleOf('clusters');
  const { assignment }: { assignment: Assignment } = JSON.parse(read_assignment(text));
  const mark = { points: 0, by_hand: false, parts: [], replay: 'same', runs: '0123456789abcdef' } as const;
  const answers = assignment.tasks.map(() => ({ value: null as Value, mark: null as Mark | null }));
  expect(await linksOf(text, answers, '')).toEqual([]);
  // More pairs than the question allows.
  expect(await linksOf(text, answers.with(3, { value: [100_000], mark }), '')).toEqual([]);
});
