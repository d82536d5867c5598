import { expect, test } from 'vitest';
import { withRows } from '../../tests/own';
import { hasLaneOf, isOf, kernelOf, kernelsOf, sameDocument, usableCpus, WORKLOADS } from './catalog';
import { PRESETS } from './presets';

const { cluster, debt } = PRESETS;
const [a, b] = cluster.lanes;

test('a lane without a kernel runs that of the document', () => {
  expect(debt.lanes.map((lane) => kernelOf(debt, lane))).toEqual(['6.8', '6.12']);
  expect(kernelOf(debt)).toBe('6.12');
  expect([kernelsOf(debt), kernelsOf(cluster)]).toEqual(['6.8 / 6.12.117', '5.9']);
  expect([isOf('fair', '6.12'), isOf('cfs', '6.12'), isOf('o1', '2.5.5x')]).toEqual([true, false, true]);
  const mixed = { ...cluster, lanes: [a!, { ...b!, kernel: '2.5.5x' as const }] };
  expect([hasLaneOf('o1', mixed), hasLaneOf('cfs', mixed), hasLaneOf('o1', cluster)]).toEqual([true, true, false]);
});

test('the workload may use the CPUs of the lane with the most CPUs', () => {
  expect(usableCpus(cluster)).toBe(24);
  expect(usableCpus({ ...cluster, cpus: '0-3,8' })).toBe(5);
  expect(usableCpus({ ...cluster, cpus: '0-3', lanes: [a!, { ...b!, cpus: '0-9' }] })).toBe(10);
  expect(
    usableCpus({
      ...cluster,
      cpus: '0-9',
      lanes: [
        { ...a!, cpus: '0' },
        { ...b!, cpus: '0,1' },
      ],
    }),
  ).toBe(2);
  // A task of rt-app can have a list of CPUs.
  const [thread] = WORKLOADS.rtapp.tasks;
  const tasks = [thread!, { ...thread!, cpus: '3-5' }];
  expect(usableCpus({ ...cluster, cpus: '0-3,8', workload: { ...WORKLOADS.rtapp, tasks } })).toBe(7);
  // CPU numbers with a hole.
  const machine = withRows({ name: 'Hole', like: 'xeon', topology: 'pu=0-1,8-9' });
  expect(usableCpus({ ...cluster, machine, cpus: '0-9' })).toBe(4);
});

test('the order of keys does not distinguish documents', () => {
  const one = { a: 1, b: { c: [1, 2, null], d: 'x' } };
  expect(sameDocument(one, { b: { d: 'x', c: [1, 2, null] }, a: 1 })).toBe(true);
  const others = [
    { a: 1, b: { c: [2, 1, null], d: 'x' } },
    { a: 1, b: { c: [1, 2, null] } },
    { a: 1, b: { c: [1, 2, null], d: 'x', e: 1 } },
    { a: 1, b: { c: { 0: 1, 1: 2, 2: null }, d: 'x' } },
    { a: 1, b: { c: [1, 2, undefined], d: 'x' } },
    { a: 1, b: null },
    { a: 1, f: one.b },
    { a: '1', b: one.b },
    null,
    7,
  ];
  for (const other of others) {
    expect(sameDocument(one, other), JSON.stringify(other)).toBe(false);
    expect(sameDocument(other, one), JSON.stringify(other)).toBe(false);
  }
  // An undefined key is not a missing key.
  expect(sameDocument({ a: undefined }, { b: undefined })).toBe(false);
  expect([sameDocument(null, null), sameDocument(undefined, null)]).toEqual([true, false]);
});
