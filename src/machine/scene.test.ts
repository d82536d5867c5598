import { describe, expect, it, vi } from 'vitest';
import { fakeLane, frameWords, logWords } from '../../tests/drawing/fake';
import { namedPalette } from '../../tests/drawing/palette';
import { type Call, record } from '../../tests/drawing/record';
import { CpuFlag } from '../engine/frame';
import type { Lane } from '../engine/lane';
import { CAUSES, DISTANCES } from '../scenario/generated/vocab';
import { type Layout, layout, type Rect } from './layout';
import { DASH, GLYPH } from './moves';
import { Scene } from './scene';
import { FLIGHT_MS, MAX_TOKENS } from './tokens';

vi.stubGlobal(
  'Path2D',
  class {
    constructor(readonly d: string) {}
  },
);

function stage(
  id: Parameters<typeof fakeLane>[0] = 'classroom-8',
  tasks = 8,
): { lane: Lane; drawing: Layout; scene: Scene } {
  const lane = fakeLane(id, tasks);
  const drawing = layout(lane.machine, 520, 380);
  return { lane, drawing, scene: new Scene(lane, drawing, namedPalette, { wasted: 'wasted' }) };
}

const within = (call: Call, box: Rect): boolean => {
  const [x, y] = call.args as [number, number];
  return x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;
};
const LLC = DISTANCES.indexOf('llc');
const CLUSTER = DISTANCES.indexOf('cluster');

describe('a frame', () => {
  const { lane, drawing, scene } = stage();
  // CPU 0 runs client 0 (group 0), server 3 (group 1) waits; CPU 1 is wasted; CPU 2 has four waiting; the rest is idle.
  lane.accept(
    frameWords(lane.machine, {
      ns: 1000,
      running: [0, null, 2],
      waiting: [[3], [], [4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7]],
      flags: [0, CpuFlag.wasted, CpuFlag.overloaded],
    }),
    new Uint32Array(0),
    null,
  );
  const seen = record();
  scene.draw(seen.ctx, 2, 0);
  const cell = (cpu: number): Rect => drawing.cpus[cpu] as Rect;

  it('fills the cell of a running task in the tint of its group', () => {
    const [first] = seen.of('roundRect').filter((c) => c.args[0] === cell(0).x && c.args[1] === cell(0).y);
    expect(first?.args.slice(2, 4)).toEqual([cell(0).w, cell(0).h]);
    expect(seen.of('fill').map((c) => c.fill)).toContain('tint0');
  });

  it("draws the running task large in its role's shape and the waiting one small beside it", () => {
    const solid = seen.of('fill').map((c) => c.fill);
    expect(solid).toContain('group0');
    expect(solid).toContain('group1');
    // The server of group 1 waits in CPU 0's cell, to the right of the client's triangle.
    const apex = seen.of('moveTo').find((c) => within(c, cell(0)));
    const [circle] = seen.of('arc').filter((c) => within(c, cell(0)));
    expect((circle?.args[0] as number) > (apex?.args[0] as number)).toBe(true);
  });

  it('leaves an idle CPU empty', () => {
    for (const name of ['roundRect', 'arc', 'moveTo', 'fillText']) {
      expect(seen.of(name).filter((c) => within(c, cell(5)))).toEqual([]);
    }
  });

  it('marks a wasted CPU by a word and a dashed outline, not by colour alone', () => {
    expect(seen.of('fillText').find((c) => c.args[0] === 'wasted')?.fill).toBe('alarm');
    const outline = seen.of('stroke').find((c) => c.stroke === 'alarm');
    expect(outline?.dash.length).toBeGreaterThan(0);
  });

  it('outlines an overloaded CPU and counts those that do not fit', () => {
    expect(seen.of('stroke').filter((c) => c.stroke === 'ink')).toHaveLength(1);
    const count = seen.of('fillText').find((c) => String(c.args[0]).startsWith('+'));
    expect(Number(String(count?.args[0]).slice(1))).toBeGreaterThan(0);
    expect(within({ ...(count as Call), args: (count as Call).args.slice(1) }, cell(2))).toBe(true);
  });

  it('is drawn in device pixels, and once', () => {
    expect(seen.of('setTransform')[0]?.args.slice(0, 4)).toEqual([2, 0, 0, 2]);
    const again = record();
    expect(scene.draw(again.ctx, 2, 16)).toBe(false);
    expect(again.calls).toEqual([]);
  });
});

describe('a move', () => {
  const moved = (still: boolean) => {
    const { lane, drawing, scene } = stage();
    scene.reducedMotion = still;
    scene.draw(record().ctx, 1, 0);
    const log = logWords([{ kind: 'move', ns: 10, task: 0, src: 0, cpu: 4, cause: 'wake', distance: LLC }]);
    lane.accept(frameWords(lane.machine, { ns: 20, running: [] }), log, null);
    return { drawing, scene };
  };

  it('is a trail with the dash of its cause and a token with the task and the glyph of the cause', () => {
    const { scene } = moved(false);
    const seen = record();
    expect(scene.draw(seen.ctx, 1, FLIGHT_MS / 2)).toBe(true);
    const trail = seen.of('stroke').find((c) => c.dash.length > 0);
    expect(trail?.dash).toEqual(DASH.wakeLlc);
    expect(trail?.stroke).toBe('group0');
    const glyphs = seen.of('stroke').flatMap((c) => (c.args as { d: string }[]).map(({ d }) => d));
    expect(glyphs).toEqual([GLYPH.wakeLlc]);
  });

  it('goes from cell to cell and is gone when it has arrived', () => {
    const { scene, drawing } = moved(false);
    const ring = (ms: number): Call | undefined => {
      const seen = record();
      scene.draw(seen.ctx, 1, ms);
      return seen.of('arc')[0];
    };
    expect(within(ring(1) as Call, drawing.cpus[0] as Rect)).toBe(true);
    expect(within(ring(FLIGHT_MS - 1) as Call, drawing.cpus[4] as Rect)).toBe(true);
    expect(ring(FLIGHT_MS + 1)).toBeUndefined();
    expect(scene.draw(record().ctx, 1, FLIGHT_MS + 20)).toBe(false);
  });

  it('stands still at its end when motion is to be reduced', () => {
    const { scene, drawing } = moved(true);
    const seen = record();
    scene.draw(seen.ctx, 1, 5);
    expect(within(seen.of('arc')[0] as Call, drawing.cpus[4] as Rect)).toBe(true);
    expect(scene.draw(record().ctx, 1, 40)).toBe(false);
  });
});

describe('flows', () => {
  const many = (n: number) =>
    logWords(
      Array.from({ length: n }, (_, i) => ({
        kind: 'move' as const,
        ns: 1e6 + i,
        task: i % 8,
        src: i % 4,
        cpu: i % 2 === 0 ? 4 + (i % 4) : (i + 1) % 4,
        cause: 'wake' as const,
        distance: i % 2 === 0 ? LLC : CLUSTER,
      })),
    );

  it('take the place of tokens in a race', () => {
    const { lane, drawing, scene } = stage();
    scene.pace = 'race';
    lane.accept(frameWords(lane.machine, { ns: 1e6, running: [] }), new Uint32Array(0), null);
    scene.draw(record().ctx, 1, 0);
    lane.accept(frameWords(lane.machine, { ns: 2e6, running: [] }), many(40), null);
    const seen = record();
    scene.draw(seen.ctx, 1, 16);
    const wake = `cause-${CAUSES[CAUSES.indexOf('wake')]}`;
    const bands = seen.of('stroke').filter((c) => c.stroke === wake);
    // One band on each of the two wires, and the frames of the units that moved tasks inside.
    expect(bands.length).toBeGreaterThanOrEqual(3);
    expect(seen.of('arc')).toEqual([]);
    const [port] = drawing.units[0]?.wire ?? [];
    expect(seen.of('moveTo').some((c) => Math.abs((c.args[0] as number) - (port?.x ?? 0)) < 0.01)).toBe(true);
  });

  it('take the place of tokens when there are more than can be told apart', () => {
    const { lane, scene } = stage();
    lane.accept(frameWords(lane.machine, { ns: 1e6, running: [] }), new Uint32Array(0), null);
    scene.draw(record().ctx, 1, 0);
    lane.accept(frameWords(lane.machine, { ns: 2e6, running: [] }), many(MAX_TOKENS * 3), null);
    const seen = record();
    scene.draw(seen.ctx, 1, 16);
    expect(seen.of('arc')).toEqual([]);
    expect(seen.of('stroke').some((c) => c.stroke === 'cause-wake')).toBe(true);
  });

  it('are wider for a higher rate', () => {
    const widest = (n: number): number => {
      const { lane, scene } = stage();
      scene.pace = 'race';
      lane.accept(frameWords(lane.machine, { ns: 1e6, running: [] }), new Uint32Array(0), null);
      scene.draw(record().ctx, 1, 0);
      lane.accept(frameWords(lane.machine, { ns: 2e6, running: [] }), many(n), null);
      const seen = record();
      scene.draw(seen.ctx, 1, 16);
      return Math.max(...seen.of('stroke').map((c) => c.width));
    };
    expect(widest(200)).toBeGreaterThan(widest(20) * 1.5);
  });

  it('are forgotten when the run starts again', () => {
    const { lane, scene } = stage();
    lane.accept(frameWords(lane.machine, { ns: 20, running: [] }), many(2), null);
    scene.draw(record().ctx, 1, 1);
    lane.reset();
    const seen = record();
    scene.draw(seen.ctx, 1, 2);
    expect(seen.of('arc')).toEqual([]);
    expect(seen.of('stroke')).toEqual([]);
  });
});
