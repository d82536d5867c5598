import { beforeAll, expect, test } from 'vitest';
import { withRows } from '../../../tests/own';
import { WORKLOADS } from '../catalog';
import type { RtTask } from '../generated/types';
import { PRESETS } from '../presets';
import { decode, encode, loadPacking } from '.';

beforeAll(loadPacking);

const { cluster } = PRESETS;
/** Of a Kunpeng 920 with 24 CPUs. */
const opened = (parts: string) => decode(`#v3&p=cluster&${parts}`);

test('of a list of CPUs the ones that the machine has stay, even if it is one', () => {
  const range = { min: 0, max: 23 };
  expect(opened('cpus=23-99')).toMatchObject({
    problem: { kind: 'range', problem: { field: 'cpus', value: '23-99', range } },
    scenario: { cpus: '23' },
  });
  expect(opened('ca=5,40')).toMatchObject({
    problem: { kind: 'range', problem: { field: 'lanes[0].cpus', value: '5,40', range } },
    scenario: { lanes: [{ cpus: '5' }, {}] },
  });
  expect(opened('cpus=23')).toMatchObject({ problem: null, scenario: { cpus: '23' } });
  const { problem, scenario } = opened('cb=24-99');
  expect(problem).toMatchObject({ problem: { field: 'lanes[1].cpus', range } });
  expect(scenario.lanes[1]).not.toHaveProperty('cpus');
});

test('a custom machine may skip CPU numbers, and a list that names none of its CPUs is a problem', () => {
  const machine = 'machine=pu=12-17_l3=12-13/14-15/16-17;like:xeon;name:x';
  for (const [part, field] of [
    ['cpus', 'cpus'],
    ['ca', 'lanes[0].cpus'],
    ['cb', 'lanes[1].cpus'],
  ]) {
    const { problem, scenario } = opened(`${machine}&${part}=0-3`);
    const range = { min: 12, max: 17 };
    expect(problem, part).toEqual({ kind: 'range', problem: { field, value: '0-3', range } });
    expect([scenario.cpus, ...scenario.lanes.map(({ cpus }) => cpus)]).toEqual([undefined, undefined, undefined]);
  }
  // The simulator takes the CPUs of the list that there are.
  expect(opened(`${machine}&cpus=0-13`)).toMatchObject({ problem: null, scenario: { cpus: '0-13' } });
  expect(opened(`${machine}&cpus=0-20`)).toMatchObject({ problem: { kind: 'range' }, scenario: { cpus: '12-17' } });
});

test('CPUs of an rt-app task that the machine lacks are a problem and are dropped', () => {
  const phases = [{ loops: 1, steps: [{ do: 'run', us: 3000 } as const] }];
  const task = (cpus?: string): RtTask => ({
    ...{ name: 'a', instances: 1, nice: 0, loops: 0, phases },
    ...(cpus === undefined ? {} : { cpus }),
  });
  const link = (...tasks: RtTask[]) => encode({ ...cluster, workload: { ...WORKLOADS.rtapp, tasks } }, 'cluster');
  const tasksOf = (text: string) => {
    const { scenario, problem } = decode(text);
    return { problem, tasks: scenario.workload.kind === 'rtapp' ? scenario.workload.tasks : [] };
  };
  expect(tasksOf(link(task('0-3'), task('511')))).toEqual({
    problem: {
      kind: 'range',
      problem: { field: 'workload.tasks[1].cpus', value: '511', range: { min: 0, max: 23 } },
    },
    tasks: [task('0-3'), task()],
  });
  expect(tasksOf(link(task('20-30'))).tasks).toEqual([task('20-23')]);
  expect(tasksOf(link(task('0-3'), task())).problem).toBeNull();
  const broken = { ...task(), cpus: 5 } as unknown as RtTask;
  expect(tasksOf(link(broken)).problem).toMatchObject({ kind: 'part' });
});

test('names lose hidden characters: of control groups, custom machines and rt-app tasks', () => {
  expect(opened('cg=we%E2%80%AEb,weight:200;%07').scenario.groups?.map(({ name }) => name)).toEqual(['web', '']);
  const spelt = opened('machine=pu:4;like:xeon;name:My%E2%80%AE%20box');
  expect(spelt).toMatchObject({ problem: null, scenario: { machine: { name: 'My box' } } });
  const machine = withRows({ name: 'My;box', like: 'xeon', topology: 'pu:4' });
  const packed = encode({ ...cluster, machine: { ...machine, name: 'My;\u202e box' } }, 'cluster');
  expect(packed).toContain('machine=~');
  expect(decode(packed)).toMatchObject({ problem: null, scenario: { machine: { name: 'My; box' } } });
  const phases = [{ loops: 1, steps: [{ do: 'run', us: 3000 } as const] }];
  const tasks = [{ name: 'a\u202eb', instances: 1, nice: 0, loops: 0, phases }];
  const rtapp = encode({ ...cluster, workload: { ...WORKLOADS.rtapp, tasks } }, 'cluster');
  expect(decode(rtapp)).toMatchObject({ problem: null, scenario: { workload: { tasks: [{ name: 'ab' }] } } });
});

test('a custom machine is written out up to 120 characters, and packed beyond', () => {
  const costs = { line_llc: 41, switch: 2300 };
  const written = (length: number) => {
    const rest = 'pack:2,core:4,pu:2;like:xeon;name:;costs:line_llc:41,switch:2300';
    const name = 'x'.repeat(length - rest.length);
    const machine = withRows({ name, like: 'xeon', topology: 'pack:2 core:4 pu:2', costs });
    return /&machine=(.*)$/.exec(encode({ ...cluster, machine }, 'cluster'))?.[1] ?? '';
  };
  expect(written(120)).toMatch(/^pack:2,core:4,pu:2;like:xeon;name:x+;costs:line_llc:41,switch:2300$/);
  expect(written(120)).toHaveLength(120);
  expect(written(121)).toMatch(/^~[\w-]+$/);
});
