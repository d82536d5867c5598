// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Lane } from '../src/engine/lanes/lane';
import { CpuFlag } from '../src/engine/wire/frame';
import { Legend } from '../src/rooms/machine/Legend';
import { MachineView } from '../src/rooms/machine/MachineView';
import { Timeline } from '../src/rooms/timeline/Timeline';
import { GLYPH, MOVE_KINDS } from '../src/signs/moves';
import { setLanguage } from '../src/words';
import { fakeLane, frameWords, logWords } from './drawing/fake';
import { type Stage, setStage } from './drawing/stage';

let stage: Stage;
beforeEach(() => {
  stage = setStage(520, 380);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await act(() => setLanguage('en'));
});

/** CPU 0 runs a client, CPU 1 a server with two tasks waiting, CPU 2 is idle while they wait. */
function fill(lane: Lane): void {
  lane.accept(
    frameWords(lane.machine, {
      ns: 1000,
      running: [0, 3],
      waiting: [[], [4, 5]],
      flags: [0, CpuFlag.overloaded, CpuFlag.wasted],
    }),
    new Uint32Array(),
    null,
  );
}

function mountMachine(lane: Lane, selected: number | null = null): number[] {
  const heard: number[] = [];
  render(
    <MachineView
      feed={lane}
      lane="a"
      motion={{ pace: 'watch', playing: true, reduced: false }}
      marks={{ selected }}
      actions={{ onSelect: (cpu) => heard.push(cpu) }}
    />,
  );
  return heard;
}

describe('the machine', () => {
  test('says of every CPU what it does, in the language in force', async () => {
    const lane = fakeLane('classroom-8', 8);
    fill(lane);
    mountMachine(lane);
    stage.tick(1000);
    const names = () => screen.getAllByRole('button').map((cpu) => cpu.getAttribute('aria-label'));
    expect(names()).toEqual([
      'CPU 0: running client of group 0',
      'CPU 1: running server of group 1, 2 waiting, overloaded',
      'CPU 2: idle while a task waits under the same last-level cache',
      ...[3, 4, 5, 6, 7].map((cpu) => `CPU ${cpu}: idle`),
    ]);
    await act(() => setLanguage('zh'));
    stage.tick(3000);
    expect(names()[3]).toContain('空闲');
  });

  test('names its clusters and caches, and draws the frame on the canvas', () => {
    const lane = fakeLane('classroom-8', 8);
    fill(lane);
    mountMachine(lane);
    stage.tick(1000);
    const group = screen.getByRole('group', { name: /Lane A/ });
    expect(within(group).getByText('CPU 0–3')).toBeTruthy();
    expect(within(group).getAllByText('L3 tag')).toHaveLength(2);
    const drawn = [...document.querySelectorAll('canvas')].flatMap(
      (canvas) => stage.drawn(canvas)?.of('drawImage') ?? [],
    );
    expect(drawn.length).toBeGreaterThan(2);
  });

  test('arrow keys go from CPU to CPU, Enter chooses, and there is one way in', () => {
    const heard = mountMachine(fakeLane('classroom-8', 8), 1);
    const cpu = (n: number) => screen.getByRole('button', { name: `CPU ${n}` });
    expect(screen.getAllByRole('button').filter((c) => c.getAttribute('tabindex') === '0')).toEqual([cpu(1)]);
    expect(cpu(1).getAttribute('aria-pressed')).toBe('true');
    cpu(1).focus();
    fireEvent.keyDown(cpu(1), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(cpu(0));
    fireEvent.keyDown(cpu(0), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(cpu(2));
    fireEvent.keyDown(cpu(2), { key: 'ArrowLeft' });
    fireEvent.keyDown(cpu(2), { key: 'Enter' });
    fireEvent.click(cpu(7));
    expect(heard).toEqual([0, 2, 2, 7]);
  });
});

test('the legend shows every kind of move with its glyph and its name', () => {
  render(<Legend />);
  const items = screen.getAllByRole('listitem');
  for (const kind of MOVE_KINDS) {
    expect(items.filter((item) => item.querySelector(`path[d="${GLYPH[kind]}"]`))).toHaveLength(1);
  }
  expect(screen.getByText('steal').closest('li')?.innerHTML).toContain(GLYPH.steal);
});

describe('the timeline', () => {
  const followed: number[] = [];
  const sought: number[] = [];
  const asked: unknown[] = [];
  const mount = () => {
    const lanes = [fakeLane('classroom-8', 8), fakeLane('classroom-8', 8)] as const;
    render(
      <Timeline
        lanes={[
          { lane: 'a', feed: lanes[0], marks: [] },
          { lane: 'b', feed: lanes[1], marks: [] },
        ]}
        focus="a"
        onArrival={() => {}}
        playing={false}
        pace="watch"
        windowNs={10_000}
        followed={null}
        onFollow={(task) => followed.push(task)}
        onSeek={(ns) => sought.push(Math.round(ns))}
        furthestNs={() => 40_000}
        onRange={async (lane, fromNs, toNs) => {
          asked.push([lane, fromNs, toNs]);
          return null;
        }}
      />,
    );
    const log = logWords([{ kind: 'switch', ns: 3000, cpu: 0, task: 3 }]);
    for (const lane of lanes) lane.accept(frameWords(lane.machine, { ns: 10_000, running: [3] }), log, null);
    stage.tick(100);
    return screen.getByRole('img', { name: 'Timeline: which task each CPU ran' });
  };

  test('labels the clusters of both lanes', () => {
    mount();
    for (const list of ['0-3', '4-7']) expect(screen.getAllByText(list)).toHaveLength(2);
    expect(screen.getByText('A')).toBeTruthy();
    expect(screen.getByText('B')).toBeTruthy();
  });

  const point = (canvas: HTMLElement, share: number) => {
    const event = new MouseEvent('pointermove', { bubbles: true });
    const offsetX = Number.parseFloat(canvas.style.width) * share;
    Object.defineProperties(event, { offsetX: { value: offsetX }, offsetY: { value: 4 } });
    fireEvent(canvas, event);
  };
  const readout = () => document.querySelector('.timeline-readout')?.textContent;

  test('says what ran where the pointer is', () => {
    const canvas = mount();
    point(canvas, 0.75);
    expect(readout()).toMatch(/^Lane A · CPU 0 · server 3 of group 1/);
    point(canvas, 0.25);
    expect(readout()).toMatch(/^Lane A · CPU 0 · idle/);
    fireEvent.pointerLeave(canvas);
    expect(readout()).toMatch(/^wheel to zoom, drag to move/);
  });

  /** A pointer that goes from one place of the canvas to another, pressed. */
  const drag = (canvas: HTMLElement, from: number, to: number, y: number) => {
    canvas.setPointerCapture = () => {};
    for (const [type, share] of [
      ['pointerdown', from],
      ['pointermove', to],
      ['pointerup', to],
    ] as const) {
      const event = new MouseEvent(type, { bubbles: true });
      const offsetX = Number.parseFloat(canvas.style.width) * share;
      Object.defineProperties(event, { offsetX: { value: offsetX }, offsetY: { value: y }, pointerId: { value: 1 } });
      fireEvent(canvas, event);
    }
  };
  const AXIS_Y = 375;

  test('a click on a stretch follows its task, one on the axis goes to its moment', () => {
    const canvas = mount();
    drag(canvas, 0.75, 0.75, 4);
    expect(followed).toEqual([3]);
    drag(canvas, 0.5, 0.5, AXIS_Y);
    expect(sought).toEqual([5000]);
  });

  test('a brush over the axis shows that stretch; one further on is asked for once the view rests', () => {
    const canvas = mount();
    drag(canvas, 0.2, 0.6, AXIS_Y);
    point(canvas, 0.5);
    expect(readout()).toMatch(/server 3 of group 1 · 0.003000 ms/);
    point(canvas, 0.1);
    expect(readout()).toMatch(/idle/);
    stage.tick(200);
    stage.tick(400);
    expect(asked).toEqual([]);
    // To the right, beyond where the lanes stand.
    drag(canvas, 0.9, 0.1, 4);
    drag(canvas, 0.9, 0.1, 4);
    stage.tick(600);
    stage.tick(800);
    expect(asked.map((one) => (one as unknown[])[0])).toEqual(['a', 'b']);
  });

  test('zoomed in, the same place is another moment', () => {
    const canvas = mount();
    point(canvas, 0.25);
    expect(readout()).toMatch(/idle/);
    fireEvent.click(screen.getByRole('button', { name: 'zoom in' }));
    expect(readout()).toMatch(/server 3/);
  });
});
