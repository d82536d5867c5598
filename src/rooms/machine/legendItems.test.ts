import { describe, expect, it } from 'vitest';
import { machine } from '../../../tests/drawing/fake';
import { legendOf } from './legendItems';
import type { Sign } from './seen';

const clusters = machine('kunpeng920-24');
const signs = (...seen: Sign[]) => legendOf('pairs', clusters, new Set(seen)).map(({ sign }) => sign);

describe('the legend', () => {
  it('says what the shapes are, and nothing of what has not been seen', () => {
    expect(signs()).toEqual(['tasks']);
    expect(legendOf('jobs', clusters, new Set()).map(({ shapes }) => shapes)).toEqual([[2]]);
  });

  it('has the order shapes, thin, thick, waste, whichever came first', () => {
    expect(signs('wasted', 'far', 'near')).toEqual(['tasks', 'near', 'far', 'wasted']);
  });

  it('has four items at most, and keeps what is rare', () => {
    expect(signs('near', 'far', 'wasted', 'stolen')).toEqual(['tasks', 'far', 'stolen', 'wasted']);
  });

  it('calls sums by link traffic, pairs a message, by what the machine has', () => {
    const words = (id: Parameters<typeof machine>[0], ...seen: Sign[]) =>
      legendOf('hackbench', machine(id), new Set(seen)).map(({ word }) => word);
    expect(words('kunpeng920-96', 'inside', 'outside')).toEqual([
      'machine.legend.senders',
      'machine.legend.inside.cluster',
      'machine.legend.outside.llc',
    ]);
    expect(words('azusa-8', 'far')).toEqual(['machine.legend.senders', 'machine.legend.far.node']);
    expect(words('xeon-e5-2630v4-20', 'near')).toEqual(['machine.legend.senders', 'machine.legend.near.core']);
  });
});
