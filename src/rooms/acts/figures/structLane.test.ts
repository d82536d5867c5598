import { describe, expect, it } from 'vitest';
import { linesOf, threadsIn } from './Struct';
import { tokenAt } from './StructLaneView';
import { cachesAt, lanePlaces, lineIn } from './structLane';
import { doneAt } from './transfer';

describe('the two clusters of a lane', () => {
  it.each([
    [384, 640],
    [173, 330],
    [470, 230],
  ])('hold their CPUs and lines at %i × %i', (width, height) => {
    const { clusters, cpus, way } = lanePlaces(width, height);
    const owners = [clusters[0], clusters[0], clusters[1]] as const;
    for (const [i, cpu] of cpus.entries()) {
      const cluster = owners[i] ?? clusters[0];
      expect(cpu.y).toBeGreaterThan(cluster.y);
      expect(cpu.y + cpu.h).toBeLessThan(cluster.y + cluster.h);
      expect(cpu.h).toBeGreaterThan(18);
      const line = lineIn(cpu);
      expect(line.y).toBeGreaterThanOrEqual(cpu.y);
      expect(line.y + line.h).toBeLessThanOrEqual(cpu.y + cpu.h);
      expect(line.x + line.w).toBeLessThanOrEqual(cpu.x + cpu.w);
      expect(cpu.x + cpu.w).toBeLessThan(way);
    }
    expect(clusters[0].y + clusters[0].h).toBeLessThan(clusters[1].y);
    expect(clusters[1].y + clusters[1].h).toBeLessThanOrEqual(height);
  });
});

describe('a cache line', () => {
  it('is lost by the reader as soon as it moves to the writer, and waited for on its way back', () => {
    expect(cachesAt({ from: 0, to: 4, done: 0.5 }, 0)).toEqual({ reader: false, writer: false, waits: false });
    expect(cachesAt({ from: 0, to: 4, done: 1 }, 0)).toEqual({ reader: false, writer: true, waits: false });
    expect(cachesAt({ from: 4, to: 0, done: 0.5 }, 0)).toEqual({ reader: false, writer: true, waits: true });
    expect(cachesAt({ from: 4, to: 0, done: 1 }, 0)).toEqual({ reader: true, writer: true, waits: false });
  });

  it('takes as long as its cost, from one end of its way to the other', () => {
    const fetch = { ns: 100, from: 0, to: 4, takesNs: 91 };
    expect([99, 100, 191, 400].map((ns) => doneAt(fetch, ns))).toEqual([0, 0, 1, 1]);
    expect(tokenAt([10, 110], true, 0)).toEqual({ y: 110, up: true });
    expect(tokenAt([10, 110], false, 1)).toEqual({ y: 110, up: false });
  });

  it.each([
    [4, 64, [{ x: 0, y: 4 }]],
    [64, 64, [{ x: 0 }, { y: 0 }]],
    [68, 64, [{ x: 0 }, { y: 4 }]],
    // A number far away is not drawn beyond its line.
    [4092, 64, [{ x: 0 }, { y: 60 }]],
    [64, 128, [{ x: 0, y: 64 }]],
    [132, 128, [{ x: 0 }, { y: 4 }]],
  ])('with y at %i and lines of %i bytes', (stride, bytes, lines) => {
    expect(linesOf(stride, bytes)).toEqual(lines);
  });

  it('has two threads, once both run', () => {
    const machine = { cpus: 3, units: [0, 0, 1] };
    const at = (tasks: readonly number[]) =>
      ({ machine, frames: [{ running: (cpu: number) => tasks[cpu] }], decision: null }) as never;
    expect(threadsIn(at([9, 1, 0]), 0)).toEqual([2, 1]);
    expect(threadsIn(at([9, 9, 0]), 0)).toEqual([]);
  });
});
