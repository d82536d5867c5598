import { describe, expect, it, vi } from 'vitest';
import { fakeLane, frameWords, logWords } from '../../../tests/drawing/fake';
import { namedPalette } from '../../../tests/drawing/palette';
import { FakeOffscreenCanvas, FakePath2D, type Recording, record, sprites } from '../../../tests/drawing/record';
import type { Lane } from '../../engine/lanes/lane';
import { CpuFlag } from '../../engine/wire/frame';
import { DISTANCES } from '../../scenario/generated/vocab';
import { DASH, GLYPH } from '../../signs/moves';
import type { Layout } from './boxes';
import type { Rect } from './geometry';
import { layout } from './layout';
import { Scene } from './scene';
import { FLIGHT_MS, MAX_TOKENS } from './tokens';

vi.stubGlobal('OffscreenCanvas', FakeOffscreenCanvas);
vi.stubGlobal('Path2D', FakePath2D);

function stage(
  id: Parameters<typeof fakeLane>[0] = 'classroom-8',
  tasks = 8,
  ratio = 1,
): { lane: Lane; drawing: Layout; scene: Scene } {
  const lane = fakeLane(id, tasks);
  const drawing = layout(lane.machine, 520, 380);
  return { lane, drawing, scene: new Scene(lane, drawing, namedPalette, { wasted: 'wasted' }, ratio) };
}

interface Placed {
  readonly image: Recording;
  readonly x: number;
  readonly y: number;
}
/** The sprites whose corner is in `box`, or as far outside as an outline may be. */
const inside = (seen: Recording, box: Rect, ratio = 1): Placed[] =>
  sprites(seen).filter(
    ({ x, y }) =>
      x / ratio >= box.x - 4 && x / ratio < box.x + box.w && y / ratio >= box.y - 4 && y / ratio < box.y + box.h,
  );
const fills = ({ image }: Placed): string[] => image.of('fill').map((c) => c.fill);
const texts = ({ image }: Placed): unknown[] => image.of('fillText').map((c) => c.args[0]);
const isToken = ({ image }: Placed): boolean => image.of('stroke').some((c) => c.args.length > 0);
const tokensOf = (seen: Recording): Placed[] => sprites(seen).filter(isToken);
/** Whether the middle of a token is in `box`. */
const over = (token: Placed | undefined, box: Rect): boolean => {
  const [ring] = token?.image.of('translate') ?? [];
  const [left, top] = (ring?.args ?? [Number.NaN, Number.NaN]) as [number, number];
  const x = (token?.x ?? Number.NaN) + left;
  const y = (token?.y ?? Number.NaN) + top;
  return x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;
};
const LLC = DISTANCES.indexOf('llc');
const CLUSTER = DISTANCES.indexOf('cluster');

describe('a frame', () => {
  const { lane, drawing, scene } = stage('classroom-8', 8, 2);
  // CPU 0 runs client 0 (group 0), server 3 (group 1) waits; CPU 1 is wasted; CPU 2 has twelve waiting; the rest is idle.
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
  scene.draw(seen.ctx, seen.ctx, 0);
  const at = (cpu: number): Placed[] => inside(seen, drawing.cpus[cpu] as Rect, 2);

  it('shows a running task as a cell in the tint of its group, with the task in its colour', () => {
    const [cell] = at(0);
    expect(cell?.image.of('roundRect')[0]?.args.slice(2, 4)).toEqual([drawing.cell.w, drawing.cell.h]);
    expect(fills(cell as Placed)).toEqual(['tint0', 'group0']);
    // A client is a triangle.
    expect(cell?.image.of('lineTo')).toHaveLength(2);
  });

  it('shows a waiting task beside it, in its own colour and shape', () => {
    const [cell, waiting, ...more] = at(0);
    expect(more).toEqual([]);
    expect(fills(waiting as Placed)).toEqual(['group1']);
    expect(waiting?.image.of('arc')).toHaveLength(1);
    expect(waiting?.x).toBeGreaterThan(cell?.x ?? 0);
  });

  it('leaves an idle CPU empty', () => {
    expect(at(5)).toEqual([]);
  });

  it('marks a wasted CPU by a word and a dashed outline, not by colour alone', () => {
    const [cell, ...more] = at(1);
    expect(more).toEqual([]);
    expect(texts(cell as Placed)).toEqual(['wasted']);
    expect(cell?.image.of('stroke')[0]?.dash.length).toBeGreaterThan(0);
  });

  it('marks an overloaded CPU by an outline and the length of its queue, and counts those without room', () => {
    const placed = at(2);
    expect(placed.some(({ image }) => image.of('stroke')[0]?.stroke === 'ink')).toBe(true);
    const shown = placed.filter((p) => p.image.of('roundRect').length === 0 && texts(p).length === 0).length;
    expect(placed.flatMap(texts)).toEqual([`+${12 - shown}`]);
    const [bar, ...bars] = seen.of('fillRect');
    expect(bars).toEqual([]);
    expect(bar?.fill).toBe('ink');
    expect(bar?.args[2]).toBe((drawing.cell.w - 6) * 2);
  });

  it('shows a task on a CPU that leaves idle where it will run, in a cell without a tint', () => {
    const waking = stage();
    waking.lane.accept(
      frameWords(waking.lane.machine, { ns: 1, running: [], waiting: [[3]], flags: [CpuFlag.waking] }),
      new Uint32Array(0),
      null,
    );
    const picture = record();
    waking.scene.draw(picture.ctx, picture.ctx, 0);
    const placed = inside(picture, waking.drawing.cpus[0] as Rect);
    expect(placed).toHaveLength(1);
    expect(fills(placed[0] as Placed)).toEqual(['group1']);
  });

  it('copies sprites to whole device pixels', () => {
    for (const { x, y } of sprites(seen)) expect([x % 1, y % 1].map(Math.abs)).toEqual([0, 0]);
  });

  it('is drawn once', () => {
    const again = record();
    expect(scene.draw(again.ctx, again.ctx, 16)).toBe(false);
    expect(again.calls).toEqual([]);
  });
});

it('draws anew only the units in which a cell has changed', () => {
  const { lane, drawing, scene } = stage();
  const accept = (ns: number, running: (number | null)[], waiting: number[][]) =>
    lane.accept(frameWords(lane.machine, { ns, running, waiting }), new Uint32Array(0), null);
  accept(1000, [0, 1, null, null, 2], [[], [], [], [], [3, 5]]);
  scene.draw(record().ctx, record().ctx, 0);
  // The tasks that wait on CPU 4 change places; CPUs 0 to 3 are as before.
  accept(2000, [0, 1, null, null, 2], [[], [], [], [], [5, 3]]);
  const ground = record();
  expect(scene.draw(ground.ctx, record().ctx, 16)).toBe(true);
  expect(inside(ground, drawing.units[0] as Rect)).toEqual([]);
  expect(inside(ground, drawing.cpus[4] as Rect).flatMap(fills)).toEqual(['tint1', 'group1', 'group2', 'group1']);
  const [cleared] = ground.of('clearRect');
  expect(cleared?.args[0]).toBeLessThan(drawing.cpus[4]?.x ?? 0);
  expect(ground.of('clearRect')).toHaveLength(4);
});

describe('a move', () => {
  const moved = (still: boolean) => {
    const { lane, drawing, scene } = stage();
    scene.reducedMotion = still;
    scene.draw(record().ctx, record().ctx, 0);
    const log = logWords([{ kind: 'move', ns: 10, task: 0, src: 0, cpu: 4, cause: 'wake', distance: LLC }]);
    lane.accept(frameWords(lane.machine, { ns: 20, running: [] }), log, null);
    return { drawing, scene };
  };

  it('is a trail with the dash of its cause and a token with the task and the glyph of the cause', () => {
    const { scene } = moved(false);
    const seen = record();
    expect(scene.draw(seen.ctx, seen.ctx, FLIGHT_MS / 2)).toBe(true);
    const trail = seen.of('stroke').find((c) => c.dash.length > 0);
    expect(trail?.dash).toEqual(DASH.wakeLlc);
    expect(trail?.stroke).toBe('group0');
    const [token, ...more] = tokensOf(seen);
    expect(more).toEqual([]);
    expect(fills(token as Placed)).toContain('cause-wake');
    const glyphs = token?.image.of('stroke').flatMap((c) => (c.args as FakePath2D[]).map(({ d }) => d));
    expect(glyphs).toEqual([GLYPH.wakeLlc]);
  });

  it('goes from cell to cell and is gone when it has arrived', () => {
    const { scene, drawing } = moved(false);
    const token = (ms: number): Placed | undefined => {
      const seen = record();
      scene.draw(seen.ctx, seen.ctx, ms);
      return tokensOf(seen)[0];
    };
    expect(over(token(1), drawing.cpus[0] as Rect)).toBe(true);
    expect(over(token(FLIGHT_MS - 1), drawing.cpus[4] as Rect)).toBe(true);
    expect(token(FLIGHT_MS + 1)).toBeUndefined();
    expect(scene.draw(record().ctx, record().ctx, FLIGHT_MS + 20)).toBe(false);
  });

  it('stands still at its end when motion is to be reduced', () => {
    const { scene, drawing } = moved(true);
    const seen = record();
    scene.draw(seen.ctx, seen.ctx, 5);
    expect(over(tokensOf(seen)[0], drawing.cpus[4] as Rect)).toBe(true);
    expect(scene.draw(record().ctx, record().ctx, 40)).toBe(false);
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
    scene.draw(record().ctx, record().ctx, 0);
    lane.accept(frameWords(lane.machine, { ns: 2e6, running: [] }), many(40), null);
    const seen = record();
    scene.draw(seen.ctx, seen.ctx, 40);
    // A band on each of the two wires, and ties between the cells of the unit that moved tasks inside.
    expect(seen.of('stroke').filter((c) => c.stroke === 'distance-llc')).toHaveLength(2);
    expect(seen.of('stroke').filter((c) => c.stroke === 'distance-cluster')).toHaveLength(1);
    expect(seen.of('fill').map((c) => c.fill)).toEqual(['distance-cluster']);
    expect(tokensOf(seen)).toEqual([]);
    const [port] = drawing.units[0]?.wire ?? [];
    expect(seen.of('moveTo').some((c) => Math.abs((c.args[0] as number) - (port?.x ?? 0)) < 0.01)).toBe(true);
  });

  it('take the place of tokens when there are more than can be told apart', () => {
    const { lane, scene } = stage();
    lane.accept(frameWords(lane.machine, { ns: 1e6, running: [] }), new Uint32Array(0), null);
    scene.draw(record().ctx, record().ctx, 0);
    lane.accept(frameWords(lane.machine, { ns: 2e6, running: [] }), many(MAX_TOKENS * 3), null);
    const seen = record();
    scene.draw(seen.ctx, seen.ctx, 40);
    expect(tokensOf(seen)).toEqual([]);
    expect(seen.of('stroke').some((c) => c.stroke === 'distance-llc')).toBe(true);
  });

  it('are wider for a higher rate', () => {
    const widest = (n: number): number => {
      const { lane, scene } = stage();
      scene.pace = 'race';
      lane.accept(frameWords(lane.machine, { ns: 1e6, running: [] }), new Uint32Array(0), null);
      scene.draw(record().ctx, record().ctx, 0);
      lane.accept(frameWords(lane.machine, { ns: 2e6, running: [] }), many(n), null);
      const seen = record();
      scene.draw(seen.ctx, seen.ctx, 40);
      return Math.max(...seen.of('stroke').map((c) => c.width));
    };
    expect(widest(200)).toBeGreaterThan(widest(20) * 1.5);
  });

  it('are forgotten when the run starts again', () => {
    const { lane, scene } = stage();
    lane.accept(frameWords(lane.machine, { ns: 20, running: [] }), many(2), null);
    scene.draw(record().ctx, record().ctx, 1);
    lane.reset();
    const seen = record();
    scene.draw(seen.ctx, seen.ctx, 2);
    expect(tokensOf(seen)).toEqual([]);
    expect(seen.of('stroke')).toEqual([]);
  });
});
