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

function mountMachine(lane: Lane, selected: number | null = null): string[] {
  const heard: string[] = [];
  render(
    <MachineView
      feed={lane}
      lane="a"
      motion={{ pace: 'watch', playing: true, reduced: false }}
      marks={{ selected }}
      actions={{ onSelect: (cpu) => heard.push(`to ${cpu}`), onOpen: (cpu) => heard.push(`open ${cpu}`) }}
    />,
  );
  return heard;
}

describe('the machine', () => {
  test('describes the state of every CPU, in the present language', async () => {
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
    expect(within(group).getByText('L3 data')).toBeTruthy();
    const drawn = [...document.querySelectorAll('canvas')].flatMap(
      (canvas) => stage.drawn(canvas)?.of('drawImage') ?? [],
    );
    expect(drawn.length).toBeGreaterThan(2);
  });

  test('names the L3 of a machine without tags as such', () => {
    const lane = fakeLane('jacobsville-24', 8);
    fill(lane);
    mountMachine(lane);
    stage.tick(1000);
    const group = screen.getByRole('group', { name: /Lane A/ });
    expect(within(group).getAllByText('L3').length).toBeGreaterThan(0);
    expect(within(group).queryByText(/^L3 (tag|data)$/)).toBeNull();
  });

  test('arrow keys move from CPU to CPU, Enter selects, and there is one tab stop', () => {
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
    expect(heard).toEqual(['to 0', 'to 2', 'open 2', 'open 7']);
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
  const told: unknown[] = [];
  beforeEach(() => {
    for (const list of [followed, sought, asked, told]) list.length = 0;
  });
  const mount = () => {
    const lanes = [fakeLane('classroom-8', 8), fakeLane('classroom-8', 8)] as const;
    render(
      <Timeline
        lanes={[
          { lane: 'a', feed: lanes[0], marks: [] },
          { lane: 'b', feed: lanes[1], marks: [] },
        ]}
        playing={false}
        pace="watch"
        windowNs={10_000}
        pointed={null}
        followed={null}
        onFollow={(task) => followed.push(task)}
        onWhy={({ lane, task, from }) => told.push([lane, task, from])}
        onSeek={(ns) => sought.push(Math.round(ns))}
        furthestNs={() => 40_000}
        onRange={async (lane, fromNs, toNs) => {
          asked.push([lane, fromNs, toNs]);
          return null;
        }}
        onDecision={async () => null}
      />,
    );
    const log = logWords([{ kind: 'switch', ns: 3000, cpu: 0, task: 3 }]);
    act(() => {
      for (const lane of lanes) lane.accept(frameWords(lane.machine, { ns: 10_000, running: [3] }), log, null);
      stage.tick(100);
    });
    return screen.getByRole('img', { name: /^Timeline of lane A/ });
  };
  /** Width of the labels: two columns of one digit, and spaces. */
  const GUTTER = 46;
  const AXIS_Y = 375;

  const send = (canvas: HTMLElement, type: string, share: number, y: number) => {
    canvas.setPointerCapture = () => {};
    const event = new MouseEvent(type, { bubbles: true });
    const offsetX = GUTTER + (Number.parseFloat(canvas.style.width) - GUTTER) * share;
    Object.defineProperties(event, { offsetX: { value: offsetX }, offsetY: { value: y }, pointerId: { value: 1 } });
    fireEvent(canvas, event);
  };
  const point = (canvas: HTMLElement, share: number) => send(canvas, 'pointermove', share, 4);
  const drag = (canvas: HTMLElement, from: number, to: number, y: number) => {
    send(canvas, 'pointerdown', from, y);
    send(canvas, 'pointermove', to, y);
    send(canvas, 'pointerup', to, y);
  };
  /** The text of the card, once it is loaded. */
  const says = (what: RegExp) =>
    vi.waitFor(() => expect(document.querySelector('.timeline-card')?.textContent).toMatch(what), 30_000);

  test('shows both lanes side by side, or one', () => {
    mount();
    expect(screen.getAllByRole('img', { name: /^Timeline of lane [AB]/ })).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Show lane A' }));
    fireEvent.click(screen.getByRole('button', { name: 'Show lane B' }));
    expect(screen.getAllByRole('img').map((canvas) => canvas.getAttribute('aria-label')?.slice(0, 18))).toEqual([
      'Timeline of lane B',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Show both lanes' }));
    expect(screen.getAllByRole('img')).toHaveLength(2);
  });

  test('describes the task under the pointer', async () => {
    const canvas = mount();
    point(canvas, 0.75);
    await says(/^Task 3, server ran 7.00\sµs on CPU 0/);
    point(canvas, 0.25);
    await says(/^CPU 0 idle 3.00\sµs/);
  });

  test('without a pointer: a tap keeps the card open, arrow keys move between tasks, Enter explains', async () => {
    const canvas = mount();
    drag(canvas, 0.75, 0.75, 4);
    fireEvent.pointerLeave(canvas);
    await says(/^Task 3, server/);
    fireEvent.click(await screen.findByText('Follow task 3'));
    expect(followed).toEqual([3]);
    const lane = screen.getByRole('application', { name: 'lane A' });
    fireEvent.keyDown(lane, { key: 'Escape' });
    await says(/^$/);
    fireEvent.keyDown(lane, { key: 'ArrowLeft' });
    await says(/^Task 3, server/);
    fireEvent.keyDown(lane, { key: 'Enter' });
    expect(told).toEqual([[0, 3, 3000]]);
  });

  test('a click on the axis seeks; a drag over it shows that interval', async () => {
    const canvas = mount();
    drag(canvas, 0.5, 0.5, AXIS_Y);
    expect(sought).toEqual([5000]);
    drag(canvas, 0.2, 0.6, AXIS_Y);
    point(canvas, 0.5);
    await says(/^Task 3/);
    point(canvas, 0.1);
    await says(/idle/);
  });

  test('an interval outside the present log is requested once the view rests', () => {
    const canvas = mount();
    stage.tick(200);
    stage.tick(400);
    expect(asked).toEqual([]);
    // To the right, beyond the present moment of the lanes.
    drag(canvas, 0.9, 0.1, 4);
    drag(canvas, 0.9, 0.1, 4);
    stage.tick(600);
    stage.tick(800);
    expect(asked.map((one) => (one as unknown[])[0])).toEqual(['a', 'b']);
  });

  test('zoomed in, the same position is another moment', async () => {
    const canvas = mount();
    point(canvas, 0.25);
    await says(/idle/);
    fireEvent.click(screen.getByRole('button', { name: 'zoom in' }));
    point(canvas, 0.25);
    await says(/Task 3/);
  });
});
