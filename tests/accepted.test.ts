/** The simulator accepts the scenario of every link, also of a damaged one. */
import { beforeAll, expect, test } from 'vitest';
import { CHOSEN_WORKLOADS } from '../src/scenario/catalog';
import { check, inRange, rangeIn, rangeOf } from '../src/scenario/check';
import { MAX_TASKS } from '../src/scenario/generated/limits';
import type { Scenario, TaskInspection, Workload } from '../src/scenario/generated/types';
import { WORKLOAD_FACTS, WORKLOADS } from '../src/scenario/generated/workloads';
import { decode, encode, loadPacking } from '../src/scenario/link';
import { PRESET_IDS, PRESETS } from '../src/scenario/presets';
import { loadOf, tasksOf, withLoad } from '../src/scenario/workload';
import { randomness, randomScenario, randomWorkload } from './random-scenario';
import { Simulation } from './simulator';

beforeAll(async () => {
  await loadPacking();
});

/** The simulator's error for a scenario; null if it accepts it. */
function refusal(scenario: Scenario): string | null {
  try {
    for (const lane of scenario.lanes.keys()) new Simulation(JSON.stringify(scenario), lane).free();
    return null;
  } catch (fault) {
    return String(fault);
  }
}

test('the simulator accepts the scenario of every link', () => {
  const random = randomness(5);
  for (let i = 0; i < 300; i++) {
    // Each number of the workload is in its range, but not their combination; the run may end before its warm-up and
    // its flips.
    const limits = random.next() < 0.3 ? { limit_ms: 1 + random.below(3), warmup_ms: random.below(2000) } : {};
    const wild = { ...randomScenario(random), workload: randomWorkload(random), ...limits };
    const link = encode(wild, random.pick(PRESET_IDS));
    const { scenario } = decode(link);
    expect(check(scenario), link).toEqual([]);
    expect(refusal(scenario), link).toBeNull();
  }
});

test.each([
  ['w=hackbench,g=100,f=40', 'workload.groups', 50],
  ['w=schbench,m=128,t=512', 'workload.message_threads', 7],
  ['w=numa,n=512,g=90', 'workload.jobs', 400],
])('of %s there are as many as have no more than all tasks', (part, field, max) => {
  const { scenario, problem } = decode(`v3&${part}`);
  expect(problem).toMatchObject({ kind: 'range', problem: { field, range: { max } } });
  expect(loadOf(scenario.workload)).toBe(max);
  expect(tasksOf(scenario.workload)).toBeLessThanOrEqual(MAX_TASKS);
  expect(tasksOf(withLoad(scenario.workload, max + 1))).toBeGreaterThan(MAX_TASKS);
  expect(refusal(scenario)).toBeNull();
});

test('the range of a number is the range that the simulator accepts with the other numbers unchanged', () => {
  const random = randomness(6);
  const base = PRESETS.cluster;
  for (let i = 0; i < 200; i++) {
    const workload = randomWorkload(random);
    for (const [, ...fields] of WORKLOAD_FACTS[workload.kind].tasks as readonly (readonly [number, ...string[]])[]) {
      for (const name of fields) {
        // A list of tasks has no range here.
        if (typeof Reflect.get(workload, name) !== 'number') continue;
        const field = `workload.${name}`;
        const { max } = rangeIn({ ...base, workload }, field);
        const at = (value: number): Scenario => ({ ...base, workload: { ...workload, [name]: value } as Workload });
        if (tasksOf(at(max).workload) <= MAX_TASKS) expect(refusal(at(max)), field).toBeNull();
        // The other numbers make too many tasks for any value of this one.
        else expect(max, field).toBe(rangeOf(field).min);
        if (inRange(field, max + 1)) expect(refusal(at(max + 1)), field).toContain('tasks');
      }
    }
  }
});

test('the page counts the tasks of a workload as the simulator does', () => {
  for (const kind of CHOSEN_WORKLOADS) {
    const workload: Workload = WORKLOADS[kind];
    const few: Workload = workload.kind === 'numa' ? { ...workload, disturb_groups: 2 } : workload;
    const simulation = new Simulation(JSON.stringify({ ...PRESETS.cluster, workload: few }), 0);
    const task = (id: number): TaskInspection | null => JSON.parse(simulation.inspect_task(id));
    const roles: string[] = [];
    for (let one = task(0); one; one = task(roles.length)) roles.push(one.role);
    simulation.free();
    expect(roles.filter((role) => role !== 'launcher').length, workload.kind).toBe(tasksOf(few));
  }
});
