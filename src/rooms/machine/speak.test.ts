import { describe, expect, it } from 'vitest';
import { fakeLane, frameWords } from '../../../tests/drawing/fake';
import { CpuFlag, FrameView } from '../../engine/wire/frame';
import { neighbour } from '../../ui/neighbour';
import { t } from '../../words';
import { layout } from './layout';
import { speakCpu } from './speak';

describe('a CPU in words', () => {
  const lane = fakeLane('classroom-8', 8);
  const frame = new FrameView(
    frameWords(lane.machine, {
      ns: 1,
      running: [4, null, null],
      waiting: [[1]],
      flags: [CpuFlag.overloaded, 0, CpuFlag.wasted],
    }),
  );
  it('names the running task, the waiting tasks and problems', () => {
    expect(speakCpu(t, 0, frame, lane.tasks)).toBe('CPU 0: running client of group 2, 1 waiting, overloaded');
    expect(speakCpu(t, 1, frame, lane.tasks)).toBe('CPU 1: idle');
    expect(speakCpu(t, 2, frame, lane.tasks)).toContain('while a task waits');
  });
});

describe('arrow keys', () => {
  it('go to the nearest CPU in that direction, and back', () => {
    const drawing = layout(fakeLane('kunpeng920-24', 0).machine, 520, 380);
    expect(neighbour(drawing.cpus, 0, 'ArrowRight')).toBe(1);
    expect(neighbour(drawing.cpus, 0, 'ArrowDown')).toBe(2);
    expect(neighbour(drawing.cpus, 0, 'ArrowLeft')).toBeNull();
    expect(neighbour(drawing.cpus, 0, 'Enter')).toBeNull();
    for (const { cpu } of drawing.cpus) {
      const right = neighbour(drawing.cpus, cpu, 'ArrowRight');
      if (right !== null) expect(neighbour(drawing.cpus, right, 'ArrowLeft')).toBe(cpu);
    }
  });
});
