import { describe, expect, it, vi } from 'vitest';
import { fakeLane, frameWords, logWords, machine } from '../../../tests/drawing/fake';
import { namedPalette } from '../../../tests/drawing/palette';
import { FakeOffscreenCanvas, FakePath2D, type Recording, record, sprites } from '../../../tests/drawing/record';
import { Lane } from '../../engine/lanes/lane';
import { CpuFlag } from '../../engine/wire/frame';
import type { MachineId } from '../../scenario/generated/types';
import { DISTANCES, ROLES } from '../../scenario/generated/vocab';
import { GLYPH } from '../../signs/moves';
import type { Rect } from '../../ui/geometry';
import type { Layout } from './boxes';
import { layout } from './layout';
import { Scene } from './scene';
import { flightMs, MOST_MOVES, STEP_MS } from './tokens';

vi.stubGlobal('OffscreenCanvas', FakeOffscreenCanvas);
vi.stubGlobal('Path2D', FakePath2D);

function stage(
  id: Parameters<typeof fakeLane>[0] = 'classroom-8',
  tasks = 8,
  ratio = 1,
  size = { w: 520, h: 380 },
): { lane: Lane; drawing: Layout; scene: Scene } {
  const lane = fakeLane(id, tasks);
  const drawing = layout(lane.machine, size.w, size.h);
  return { lane, drawing, scene: new Scene(lane, drawing, namedPalette, { text: 12, stage: false }, ratio) };
}

interface Placed {
  readonly image: Recording;
  readonly x: number;
  readonly y: number;
}
interface Drawn {
  readonly drew: boolean;
  readonly ground: Recording;
  readonly moves: Recording;
}
function draw(scene: Scene, ms: number): Drawn {
  const [ground, moves] = [record(), record()];
  Object.assign(moves.ctx, { canvas: { style: {} } });
  const drew = scene.draw({ ground: ground.ctx, moves: moves.ctx }, ms);
  return { drew, ground, moves };
}

/** The sprites whose corner is in `box`, or as far outside as an outline may be. */
const inside = (seen: Recording, box: Rect, ratio = 1): Placed[] =>
  sprites(seen).filter(
    ({ x, y }) =>
      x / ratio >= box.x - 5 && x / ratio < box.x + box.w && y / ratio >= box.y - 5 && y / ratio < box.y + box.h,
  );
const fills = ({ image }: Placed): string[] => image.of('fill').map((c) => c.fill);
const texts = ({ image }: Placed): unknown[] => image.of('fillText').map((c) => c.args[0]);
const isToken = ({ image }: Placed): boolean => image.of('stroke').some((c) => c.args.length > 0);
const tokensOf = (seen: Recording): Placed[] => sprites(seen).filter(isToken);
/** An outline of a task that is not there: dashed. */
const isOutline = ({ image }: Placed): boolean =>
  image.of('stroke').some((c) => c.dash.length > 0 && c.stroke.startsWith('edge')) &&
  image.of('roundRect').length === 0;
/** Whether the middle of a token is in `box`. */
const over = (token: Placed | undefined, box: Rect): boolean => {
  const [ring] = token?.image.of('translate') ?? [];
  const [left, top] = (ring?.args ?? [Number.NaN, Number.NaN]) as [number, number];
  const x = (token?.x ?? Number.NaN) + left;
  const y = (token?.y ?? Number.NaN) + top;
  return x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;
};
const NOTHING = new Uint32Array(0);
const LLC = DISTANCES.indexOf('llc');

describe('a frame', () => {
  const { lane, drawing, scene } = stage('classroom-8', 8, 2, { w: 672, h: 486 });
  // CPU 0 runs client 0 (group 0), server 3 (group 1) waits; CPU 1 is wasted; CPU 2 has twelve waiting; the rest is idle.
  lane.accept(
    frameWords(lane.machine, {
      ns: 1000,
      running: [0, null, 2],
      waiting: [[3], [], [4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7]],
      flags: [0, CpuFlag.wasted, CpuFlag.overloaded],
    }),
    NOTHING,
    null,
  );
  const { ground: seen } = draw(scene, 0);
  const at = (cpu: number): Placed[] => inside(seen, drawing.cpus[cpu] as Rect, 2);

  it('shows a running task as a cell in the tint of its group, with the task in its colour in the middle', () => {
    const [cell, shape] = at(0);
    expect(fills(cell as Placed)).toEqual(['tint0']);
    expect(fills(shape as Placed)).toEqual(['group0']);
    // A client is a triangle.
    expect(shape?.image.of('lineTo')).toHaveLength(2);
    const box = drawing.cpus[0] as Rect;
    const [left] = (shape?.image.of('translate')[0]?.args ?? []) as number[];
    expect((shape?.x ?? 0) / 2 + (left ?? 0)).toBeCloseTo(box.x + box.w / 2, 0);
  });

  it('shows a waiting task at the lower right, in its colour and shape, with a black edge and a bar', () => {
    const [cell, shape, waiting, ...more] = at(0);
    expect(more).toEqual([]);
    expect(fills(waiting as Placed)).toEqual(['group1']);
    expect(waiting?.image.of('arc')).toHaveLength(1);
    expect(waiting?.x).toBeGreaterThan(shape?.x ?? 0);
    expect(waiting?.y).toBeGreaterThan(shape?.y ?? 0);
    expect(cell?.image.of('stroke').at(-1)?.stroke).toBe('ink');
  });

  it('leaves an idle CPU empty', () => {
    expect(at(5)).toEqual([]);
  });

  it('marks a wasted CPU by stripes and a dashed outline, without a word', () => {
    const [cell, ...more] = at(1);
    expect(more).toEqual([]);
    expect(texts(cell as Placed)).toEqual([]);
    expect(cell?.image.of('lineTo').length).toBeGreaterThan(4);
    expect(cell?.image.of('stroke').at(-1)?.stroke).toBe('alarm');
    expect(cell?.image.of('stroke').at(-1)?.dash.length).toBeGreaterThan(0);
  });

  it('shows a long queue by the length of its bar, and counts those without room', () => {
    const placed = at(2);
    const shown = placed.filter((p) => p.image.of('roundRect').length === 0 && texts(p).length === 0).length - 1;
    expect(placed.flatMap(texts)).toEqual([`+${12 - shown}`]);
    const [short, long] = seen.of('fillRect');
    expect(long?.fill).toBe('ink');
    expect(long?.args[2]).toBeGreaterThan((short?.args[2] as number) * 1.5);
  });

  it('shows a task on a CPU that leaves idle as an outline at its destination, in a cell without a tint', () => {
    const waking = stage();
    waking.lane.accept(
      frameWords(waking.lane.machine, { ns: 1, running: [], waiting: [[3]], flags: [CpuFlag.waking] }),
      NOTHING,
      null,
    );
    const placed = inside(draw(waking.scene, 0).ground, waking.drawing.cpus[0] as Rect);
    expect(placed).toHaveLength(1);
    expect(isOutline(placed[0] as Placed)).toBe(true);
  });

  it('copies sprites to whole device pixels', () => {
    for (const { x, y } of sprites(seen)) expect([x % 1, y % 1].map(Math.abs)).toEqual([0, 0]);
  });

  it('is drawn once', () => {
    const again = draw(scene, 16);
    expect(again.drew).toBe(false);
    expect(again.ground.calls).toEqual([]);
  });
});

/** Many in two groups, in which everybody talks to everybody. */
function crowd(id: MachineId = 'classroom-8'): { lane: Lane; drawing: Layout; scene: Scene } {
  const roles = ['sender', 'sender', 'receiver', 'receiver'] as const;
  const tasks = new Uint16Array(
    Array.from({ length: 8 }, (_, i) => [ROLES.indexOf(roles[i % 4] ?? 'job'), i >> 2]).flat(),
  );
  const lane = new Lane(machine(id), tasks);
  const drawing = layout(lane.machine, 520, 380);
  return { lane, drawing, scene: new Scene(lane, drawing, namedPalette, { text: 12, stage: false }, 1) };
}

it('redraws only the changed cells when sums are shown', () => {
  const { lane, drawing, scene } = crowd();
  const accept = (ns: number, running: (number | null)[], waiting: number[][]) =>
    lane.accept(frameWords(lane.machine, { ns, running, waiting }), NOTHING, null);
  accept(1000, [0, 1, null, null, 2], [[], [], [], [], [3]]);
  draw(scene, 0);
  // Another waits on CPU 4; CPUs 0 to 3 are as before.
  accept(2000, [0, 1, null, null, 2], [[], [], [], [], [5]]);
  const { ground, drew } = draw(scene, 16);
  expect(drew).toBe(true);
  expect(inside(ground, drawing.units[0] as Rect)).toEqual([]);
  const [cleared, ...more] = ground.of('clearRect');
  expect(more).toEqual([]);
  expect(cleared?.args[0]).toBeLessThan(drawing.cpus[4]?.x ?? 0);
});

describe('a move', () => {
  const moved = (change: Partial<Pick<Scene, 'reducedMotion' | 'playing' | 'lit'>> = {}) => {
    const { lane, drawing, scene } = stage();
    draw(scene, 0);
    Object.assign(scene, change);
    const log = logWords([{ kind: 'move', ns: 10, task: 0, src: 0, cpu: 4, cause: 'wake', distance: LLC }]);
    lane.accept(frameWords(lane.machine, { ns: 20, running: [null, null, null, null, 0] }), log, null);
    return { lane, drawing, scene };
  };

  it('is a white disc with the task and a black badge; the number of chevrons is the distance', () => {
    const { scene } = moved();
    const [token, ...more] = tokensOf(draw(scene, 60).moves);
    expect(more).toEqual([]);
    expect(fills(token as Placed)).toEqual(['page', 'group0', 'page', 'ink']);
    const glyphs = token?.image.of('stroke').flatMap((c) => (c.args as FakePath2D[]).map(({ d }) => d));
    expect(glyphs).toEqual([GLYPH.wakeLlc]);
  });

  it('moves from cell to cell in the given time and disappears on arrival', () => {
    const { scene, drawing } = moved();
    const token = (ms: number): Placed | undefined => tokensOf(draw(scene, ms).moves)[0];
    expect(over(token(1), drawing.cpus[0] as Rect)).toBe(true);
    for (let ms = 80; ms < flightMs(LLC) - 20; ms += 80) token(ms);
    expect(over(token(flightMs(LLC) - 1), drawing.cpus[4] as Rect)).toBe(true);
    expect(token(flightMs(LLC) + 1)).toBeUndefined();
    expect(draw(scene, flightMs(LLC) + 20).drew).toBe(false);
  });

  it('leaves the CPU that was chosen idle, with an outline, until it has ended', () => {
    const { scene, drawing } = moved();
    const there = (ms: number) => inside(draw(scene, ms).ground, drawing.cpus[4] as Rect);
    expect(there(1).map(isOutline)).toEqual([true]);
    for (let ms = 80; ms < flightMs(LLC); ms += 80) draw(scene, ms);
    expect(there(flightMs(LLC) + 2).map(fills)).toEqual([['tint0'], ['group0']]);
  });

  it('pauses and resumes with the run', () => {
    const { scene } = moved();
    draw(scene, 60);
    scene.playing = false;
    expect(draw(scene, 90).drew).toBe(false);
    expect(draw(scene, 5000).drew).toBe(false);
    scene.playing = true;
    const [token] = tokensOf(draw(scene, 5016).moves);
    expect(token).toBeDefined();
  });

  it('of a stepped run is drawn halfway', () => {
    const { scene, drawing } = moved({ playing: false });
    const [token] = tokensOf(draw(scene, 5).moves);
    expect(token).toBeDefined();
    for (const cpu of [0, 4]) expect(over(token, drawing.cpus[cpu] as Rect)).toBe(false);
  });

  it('is dimmed if neither of its CPUs is lit, and so is its trail', () => {
    const alphas = (lit: readonly number[], reducedMotion: boolean) => {
      const { moves } = draw(moved({ lit: new Set(lit), reducedMotion }).scene, 5);
      const [image] = moves.of('drawImage');
      return [image?.alpha, ...new Set(moves.of('stroke').map((c) => c.alpha))];
    };
    expect(alphas([1, 2], false)).toEqual([0.35]);
    expect(alphas([4, 5], false)).toEqual([1]);
    expect(alphas([1, 2], true)).toEqual([0.35, 0.35]);
    expect(alphas([0, 1], true)).toEqual([1, 1]);
  });

  it('is a step when motion is to be reduced: its old place is hollow for a while', () => {
    const { scene, drawing } = moved({ reducedMotion: true });
    const { ground, moves } = draw(scene, 5);
    expect(inside(moves, drawing.cpus[0] as Rect).map(isOutline)).toEqual([true]);
    expect(tokensOf(moves)).toEqual([]);
    // It runs at its destination.
    expect(inside(ground, drawing.cpus[4] as Rect).map(fills)).toEqual([['tint0'], ['group0']]);
    expect(draw(scene, 40).drew).toBe(false);
    for (let ms = 100; ms <= STEP_MS; ms += 100) draw(scene, ms);
    expect(sprites(draw(scene, STEP_MS + 20).moves)).toEqual([]);
  });
});

describe('flows of pairs', () => {
  const talk = (running: (number | null)[]) =>
    logWords(running.flatMap((task, cpu) => (task === null ? [] : [{ kind: 'switch' as const, ns: 5, cpu, task }])));
  const played = (running: (number | null)[], change: Partial<Scene> = {}) => {
    const { lane, drawing, scene } = stage();
    Object.assign(scene, change);
    lane.accept(frameWords(lane.machine, { ns: 10, running }), talk(running), null);
    return { drawing, ...draw(scene, 0) };
  };
  const strokes = (seen: Recording, color: string) => seen.of('stroke').filter((c) => c.stroke === color);

  it('are thin inside a cluster, thick beyond, each on a white casing', () => {
    // Pair 0 is on CPUs 0 and 1, pair 1 on CPUs 2 and 6.
    const { ground } = played([0, 1, 2, null, null, null, 3]);
    const [near] = strokes(ground, 'edge0');
    const [far] = strokes(ground, 'edge1');
    expect((far?.width ?? 0) / (near?.width ?? 1)).toBeGreaterThanOrEqual(1.5);
    const casings = strokes(ground, 'page').map(({ width }) => width);
    expect(casings).toEqual([near, far].map((c) => (c?.width ?? 0) + 3));
  });

  it('lie over the cells and under the tasks', () => {
    const { ground, drawing } = played([0, 1]);
    const names = ground.calls.map(({ name }) => name);
    const line = names.indexOf('stroke');
    const images = names.flatMap((name, i) => (name === 'drawImage' ? [i] : []));
    expect(images.filter((i) => i < line)).toHaveLength(2);
    expect(images.filter((i) => i > line)).toHaveLength(2);
    expect(drawing.cpus).toHaveLength(8);
  });

  it('are dimmed outside the lit parts', () => {
    const { ground } = played([0, 1, 2, null, null, null, 3], { lit: new Set([0, 1]) });
    expect(strokes(ground, 'edge0')[0]?.alpha).toBe(1);
    expect(strokes(ground, 'edge1')[0]?.alpha).toBe(0.35);
  });

  it('are all there is from more than twenty moves a second on', () => {
    const { lane, scene } = stage();
    draw(scene, 0);
    const moves = logWords(
      Array.from({ length: MOST_MOVES + 1 }, (_, i) => ({
        kind: 'move' as const,
        ns: 100 + i,
        task: i % 8,
        src: 0,
        cpu: 4,
        cause: 'wake' as const,
        distance: LLC,
      })),
    );
    lane.accept(frameWords(lane.machine, { ns: 200, running: [0, 1] }), moves, null);
    const { moves: seen, ground } = draw(scene, 16);
    expect(tokensOf(seen)).toEqual([]);
    expect(strokes(ground, 'edge0')).toHaveLength(1);
  });

  it('are forgotten when the run starts again', () => {
    const { lane, scene } = stage();
    lane.accept(frameWords(lane.machine, { ns: 10, running: [0, 1] }), talk([0, 1]), null);
    draw(scene, 1);
    lane.reset();
    expect(draw(scene, 2).ground.of('stroke')).toEqual([]);
    lane.accept(frameWords(lane.machine, { ns: 1, running: [null, 0] }), NOTHING, null);
    expect(strokes(draw(scene, 3).ground, 'edge0')).toEqual([]);
  });
});

describe('sums by link', () => {
  it('are drawn if all tasks communicate with all, wider for more, below the cells', () => {
    const widest = (lines: number): number => {
      const { lane, scene } = crowd();
      lane.accept(frameWords(lane.machine, { ns: 1e6, running: [] }), NOTHING, null);
      draw(scene, 0);
      lane.accept(frameWords(lane.machine, { ns: 2e6, running: [0], lines: [0, lines] }), NOTHING, null);
      const { ground } = draw(scene, 200);
      const names = ground.calls.map(({ name }) => name);
      expect(names.lastIndexOf('stroke')).toBeLessThan(names.indexOf('drawImage'));
      const bands = ground.of('stroke').filter((c) => c.stroke === 'ink3');
      return Math.max(0, ...bands.map((c) => c.width));
    };
    expect(widest(0)).toBe(0);
    expect(widest(8000)).toBeGreaterThan(widest(500) * 1.5);
  });

  it('stay while only cells change, and are redrawn after an eighth of a second', () => {
    const { lane, scene } = crowd();
    const bandsAt = (ms: number, lines: number) => {
      lane.accept(
        frameWords(lane.machine, { ns: (ms + 1) * 1e5, running: [ms % 2], lines: [0, lines] }),
        NOTHING,
        null,
      );
      return draw(scene, ms).ground.of('stroke').length;
    };
    const [first, at100, at130, at200, at260] = [0, 100, 130, 200, 260].map((ms) => bandsAt(ms, ms * 80));
    expect([first, at100, at200]).toEqual([0, 0, 0]);
    expect(at130).toBeGreaterThan(0);
    expect(at260).toBeGreaterThan(0);
  });

  it('replace single lines on machines with too many CPUs', () => {
    const { lane, scene } = stage('kunpeng920-96');
    const log = logWords([0, 1].map((task) => ({ kind: 'switch' as const, ns: 5, cpu: task, task })));
    lane.accept(frameWords(lane.machine, { ns: 10, running: [0, 1] }), log, null);
    expect(draw(scene, 0).ground.of('stroke')).toEqual([]);
  });
});
