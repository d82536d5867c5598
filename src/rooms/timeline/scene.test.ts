import { describe, expect, it } from 'vitest';
import { type Entry, fakeLane, frameWords, logWords } from '../../../tests/drawing/fake';
import { namedPalette } from '../../../tests/drawing/palette';
import { record } from '../../../tests/drawing/record';
import type { MachineId } from '../../scenario/generated/types';
import { NO_TASK } from '../../scenario/generated/vocab';
import { looksOf } from './look';
import type { Mark } from './marks';
import { type Painted, paintLane, tickLabel } from './paint';
import { Recording } from './recording';
import { TimelineScene } from './scene';

const run = (cpu: number, ns: number, task?: number): Entry => ({
  kind: 'switch',
  ns,
  cpu,
  ...(task === undefined ? {} : { task }),
});

/** Two lanes that ran the same up to 10 µs, 400 px wide. */
function sceneOf(id: MachineId, log: readonly Entry[], height = 135, marks: readonly Mark[] = []): TimelineScene {
  const scene = new TimelineScene(10_000);
  scene.setLanes(
    (['a', 'b'] as const).map((lane) => {
      const feed = fakeLane(id, 64);
      const recording = new Recording(feed);
      recording.follow(
        () => 10_000,
        () => {},
      );
      feed.accept(frameWords(feed.machine, { ns: 10_000, running: [] }), logWords(log), null);
      return { lane, recording, marks };
    }),
  );
  scene.resize({ width: 400, height, text: 12, narrow: false });
  return scene;
}

const middleOf = (scene: TimelineScene, cpu: number): number => scene.yAt(cpu) ?? -1;

describe('the scene', () => {
  it('opens the group in which a CPU was wasted, else the first that ran something, until another is pointed at', () => {
    const busy = sceneOf('kunpeng920-24', [run(9, 1000, 3)]);
    expect(busy.open).toBe(9);
    const wasted: Entry = { kind: 'wasted', ns: 2000, cpu: 17, wasted: true };
    const scene = sceneOf('kunpeng920-24', [run(9, 1000, 3), wasted]);
    expect(scene.open).toBe(17);
    scene.openAt(6);
    expect(scene.rows.labels.filter(({ open }) => open).map(({ cpus }) => cpus)).toEqual([[4, 5, 6, 7]]);
    scene.openBeside(1);
    expect(scene.open).toBe(8);
  });

  it('knows the stretch under a pointer, the folded group, and the moment on the axis', () => {
    const scene = sceneOf('kunpeng920-24', [run(1, 2000, 5), run(1, 6000)]);
    const at = (ns: number, cpu: number) => scene.hit(0, scene.xAt(ns), middleOf(scene, cpu));
    expect(at(3000, 1)).toMatchObject({ on: 'cpu', stretch: { cpu: 1, task: 5, from: 2000, to: 6000 } });
    expect(at(7000, 1)).toMatchObject({ on: 'cpu', stretch: { task: NO_TASK } });
    expect(at(3000, 9)).toMatchObject({ on: 'group', row: { cpus: [8, 9, 10, 11] } });
    expect(scene.hit(1, scene.xAt(4000), scene.axis + 5)).toMatchObject({ on: 'axis', ns: 4000 });
    expect(scene.hit(0, 4, middleOf(scene, 1))).toBeNull();
  });

  it('keeps the moment under the pointer when it zooms, and moves with a drag', () => {
    const scene = sceneOf('classroom-8', [run(0, 1000, 1)]);
    const x = scene.xAt(4000);
    scene.zoomBy(0.5, 0.4, false, 0);
    expect(scene.timeAt(x)).toBeCloseTo(4000);
    scene.panBy(-scene.span.width / 10, 0);
    expect(scene.timeAt(x)).toBeCloseTo(4000 - 500);
  });

  it('moves with arrow keys from task to task, and to the rows above and below', () => {
    const scene = sceneOf('classroom-8', [
      run(0, 1000, 1),
      run(0, 2000),
      run(0, 5000, 2),
      run(0, 6000),
      run(1, 4000, 3),
    ]);
    const last = scene.beside(null, 0, '');
    expect(last).toMatchObject({ cpu: 0, task: 2 });
    const first = scene.beside(last, 0, 'ArrowLeft');
    expect(first).toMatchObject({ task: 1 });
    expect(scene.beside(first, 0, 'ArrowRight')).toMatchObject({ task: 2 });
    expect(scene.beside(last, 0, 'ArrowDown')).toMatchObject({ cpu: 1, task: 3 });
    expect(scene.beside(last, 0, 'ArrowUp')).toBeNull();
  });

  it('scrolls rows for which there is no room, and shows the group that is opened', () => {
    const scene = sceneOf('icelake-160', []);
    expect(scene.scrolls).toBe(true);
    scene.openAt(70);
    expect(middleOf(scene, 70)).toBeLessThanOrEqual(scene.axis);
    scene.scrollBy(10_000);
    expect(scene.rows.height - scene.scroll).toBeCloseTo(scene.axis, 0);
  });

  it('shows a moment that was sought', () => {
    const scene = sceneOf('classroom-8', []);
    scene.look({ spanNs: 1000, endNs: 2000 });
    scene.jumped();
    expect(scene.camera.endNs).toBeNull();
  });
});

describe('the picture', () => {
  const log = [run(2, 1000, 0), run(2, 9000), run(5, 500, 3), run(5, 800)];
  const paint = (scene: TimelineScene, more: Partial<Painted> = {}) => {
    const seen = record();
    const looks = looksOf(
      scene.lanes[0]?.recording.feed.tasks ?? new Uint16Array(),
      namedPalette,
      more.followed ?? null,
    );
    paintLane(seen.ctx, scene, 0, { looks, followed: null, picked: null, palette: namedPalette, ...more }, 1);
    return seen;
  };

  it('has a bar in the colour of its group, its CPU and the marks of the lane', () => {
    const scene = sceneOf('classroom-8', log, 135, [{ kind: 'flip', ns: 5000 }]);
    const seen = paint(scene);
    const bar = seen.of('roundRect').find(({ fill }) => fill === 'group0');
    expect(bar?.args[0]).toBeCloseTo(scene.xAt(1000) - scene.gutter.all);
    expect(bar?.args[2]).toBeCloseTo(scene.span.width * 0.8 - 1);
    const words = seen.of('fillText').map(({ args }) => args[0]);
    for (const word of ['A', '0–3', '4–7', '0', '7']) expect(words).toContain(word);
    const flip = scene.xAt(5000) - scene.gutter.all;
    expect(seen.of('fillRect').some(({ fill, args }) => fill === 'ink' && args[0] === flip - 1)).toBe(true);
  });

  it('has hatching for a wasted CPU, equally wide on the page and in a file', () => {
    const scene = sceneOf('classroom-8', [{ kind: 'wasted', ns: 0, cpu: 0, wasted: true }]);
    const stripes = (ratio: number) => {
      const seen = record();
      paintLane(seen.ctx, scene, 0, { looks: [], followed: null, picked: null, palette: namedPalette }, ratio);
      return seen.of('moveTo').filter(({ fill }) => fill === 'panel');
    };
    expect(stripes(2)).toEqual(stripes(1));
    const [a, b] = stripes(1)
      .slice(9)
      .map(({ args }) => args[0] as number);
    expect(b).toBe((a ?? 0) + 5);
  });

  it('has an arrow from the waker to the woken, even out of a folded group', () => {
    const scene = sceneOf('kunpeng920-24', log);
    const stretch = { lane: 0, cpu: 2, task: 0, from: 1000, to: 9000 };
    const seen = paint(scene, { picked: { stretch, waker: { cpu: 9, ns: 700 } } });
    const [start] = seen.of('bezierCurveTo');
    const from = seen.calls[seen.calls.indexOf(start as never) - 1];
    expect(from?.args[0]).toBeCloseTo(scene.xAt(700) - scene.gutter.all);
    expect(from?.args[1]).toBeCloseTo(middleOf(scene, 9));
    expect(start?.args[5]).toBeCloseTo(middleOf(scene, 2));
  });

  it('shows the followed task in ink and the others faintly', () => {
    const looks = looksOf(Uint16Array.of(0, 0, 0, 1), namedPalette, 1);
    expect(looks[1]).toMatchObject({ fill: 'ink', alpha: 1 });
    expect(looks[0]?.alpha).toBeLessThan(0.5);
  });

  it('distinguishes groups of one colour by their filling', () => {
    const groups = [0, 6, 12].flatMap((group) => [0, group]);
    const looks = looksOf(Uint16Array.from(groups), namedPalette);
    expect(looks.map(({ fill, edge, kind }) => [fill, edge, kind])).toEqual([
      ['group0', 'edge0', 0],
      ['tint0', 'edge0', 1],
      ['tint0', 'edge0', 2],
    ]);
  });

  it('writes as many decimals as its ticks need', () => {
    expect(tickLabel(30_000_000, 1_000_000)).toBe('30');
    expect(tickLabel(30_812_000, 2_000)).toBe('30.812');
    expect(tickLabel(200_000, 50_000)).toBe('0.20');
    expect(tickLabel(1_500_000_000, 100_000_000)).toBe('1,500');
  });
});
