import { describe, expect, it } from 'vitest';
import { frameWords, machine } from '../../../tests/drawing/fake';
import { FrameView } from '../../engine/wire/frame';
import type { MachineId } from '../../scenario/generated/types';
import { DISTANCES } from '../../scenario/generated/vocab';
import { FRAME } from '../../scenario/generated/wire';
import { PRESETS, type PresetId } from '../../scenario/presets';
import { figureOf, shareOf, shareText } from './figure';

const of = (preset: PresetId, id = PRESETS[preset].machine as MachineId) => figureOf(PRESETS[preset], machine(id));

describe('the figure of a lane', () => {
  it.each([
    ['cluster', 'cluster'],
    ['classroom', 'cluster'],
    ['big', 'cluster'],
    ['steal', 'wasted'],
    ['numa2003', 'wasted'],
    ['numa-test', 'wasted'],
    ['false-sharing', null],
    ['burst', null],
    ['gomaxprocs', null],
  ] as const)('is of %s: %s', (preset, figure) => {
    expect(of(preset)).toBe(figure);
  });

  it('compares nodes if there are no clusters, and waste if there is one node', () => {
    expect(of('cluster', 'xeon-e5-2630v4-40')).toBe('node');
    expect(of('cluster', 'xeon-e5-2630v4-20')).toBe('wasted');
  });

  const frame = (wakes: Partial<Record<(typeof DISTANCES)[number], number>>) => {
    const words = frameWords(machine('kunpeng920-96'), { ns: 1e6, running: [] });
    DISTANCES.forEach((distance, i) => {
      words[FRAME.WAKES + i] = wakes[distance] ?? 0;
    });
    return new FrameView(words);
  };

  it('is the share of all wake-ups so far that go beyond', () => {
    const counted = frame({ cpu: 50, cluster: 20, llc: 20, node: 5, socket: 5 });
    expect(shareOf('cluster', counted)).toBeCloseTo(0.3);
    expect(shareOf('node', counted)).toBeCloseTo(0.1);
  });

  it('is nothing before anything is counted', () => {
    expect(shareOf('cluster', frame({}))).toBeNull();
    expect(shareOf('wasted', frame({}))).toBeNull();
  });

  it('is read in whole per cents, of little with a digit more', () => {
    expect([0.294, 0.058, 0.0996, 0].map(shareText)).toEqual(['29', '5.8', '10', '0.0']);
  });
});
