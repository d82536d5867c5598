import { describe, expect, it } from 'vitest';
import { machine } from '../../../tests/drawing/fake';
import { WORKLOADS } from '../../scenario/catalog';
import type { Workload } from '../../scenario/generated/types';
import { legendOf } from './legendItems';
import type { Sign } from './seen';

const clusters = machine('kunpeng920-24');
const signs = (...seen: Sign[]) => legendOf(WORKLOADS.pairs, clusters, new Set(seen)).map(({ sign }) => sign);

describe('the legend', () => {
  it('explains the shapes, and nothing that has not been on the screen', () => {
    expect(signs()).toEqual(['tasks']);
    const shapes = (workload: Workload, ...seen: Sign[]) =>
      legendOf(workload, clusters, new Set(seen)).map((item) => item.shapes);
    expect(shapes(WORKLOADS.jobs)).toEqual([[2]]);
    expect(shapes(WORKLOADS.numa)).toEqual([[2]]);
    expect(shapes(WORKLOADS.numa, 'mixed')).toEqual([[2, 0, 1]]);
    expect(shapes(WORKLOADS.hogs)).toEqual([[2]]);
    expect(shapes(WORKLOADS.hogs, 'mixed')).toEqual([[2, 1]]);
    const withoutHogs = legendOf(WORKLOADS.rtapp, clusters, new Set(), false);
    expect(withoutHogs.map(({ shapes, word }) => [shapes, word])).toEqual([[[1], 'machine.legend.sleeper']]);
  });

  it('has the order shapes, thin, thick, waste, whichever came first', () => {
    expect(signs('wasted', 'far', 'near')).toEqual(['tasks', 'near', 'far', 'wasted']);
  });

  it('names the L3 data only where clusters have tags of it: on x86 they share an L2', () => {
    const far = (name: Parameters<typeof machine>[0]) =>
      legendOf(WORKLOADS.pairs, machine(name), new Set<Sign>(['far'])).at(-1)?.word;
    expect(far('kunpeng920-24')).toBe('machine.legend.far.llc');
    expect(far('jacobsville-24')).toBe('machine.legend.far.l3');
    expect(far('xeon-e5-2630v4-20')).toBe('machine.legend.far.l3');
  });

  it('has four items at most, and keeps rare ones', () => {
    expect(signs('near', 'far', 'wasted', 'stolen')).toEqual(['tasks', 'far', 'stolen', 'wasted']);
    expect(signs('near', 'far', 'wasted', 'overloaded')).toEqual(['tasks', 'near', 'far', 'wasted']);
    expect(signs('inside', 'outside', 'wasted', 'overloaded')).toEqual(['tasks', 'far', 'wasted', 'overloaded']);
    expect(signs('far', 'overloaded')).toEqual(['tasks', 'far', 'overloaded']);
  });

  it('explains the capacity bars of a hybrid machine while there is room', () => {
    const hybrid = { ...clusters, capacities: [1024, 1024, 512, 512] };
    const of = (...seen: Sign[]) => legendOf(WORKLOADS.hogs, hybrid, new Set(seen)).map(({ sign }) => sign);
    expect(of()).toEqual(['tasks', 'capacity']);
    expect(of('far', 'near', 'wasted')).toEqual(['tasks', 'capacity', 'far', 'wasted']);
    expect(of('far', 'near', 'wasted', 'stolen')).toEqual(['tasks', 'far', 'stolen', 'wasted']);
  });

  it('names sums by link "traffic" and lines of pairs "a message"', () => {
    const words = (id: Parameters<typeof machine>[0], ...seen: Sign[]) =>
      legendOf(WORKLOADS.hackbench, machine(id), new Set(seen)).map(({ word }) => word);
    expect(words('kunpeng920-96', 'inside', 'outside')).toEqual([
      'machine.legend.senders',
      'machine.legend.inside.cluster',
      'machine.legend.outside.llc',
    ]);
    expect(words('azusa-8', 'far')).toEqual(['machine.legend.senders', 'machine.legend.far.node']);
    expect(words('xeon-e5-2630v4-20', 'near')).toEqual(['machine.legend.senders', 'machine.legend.near.core']);
  });
});
