// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { machine } from '../../tests/drawing/fake';
import type { Assignment, Row } from '../engine/assignments';
import { Believed } from '../rooms/assignment/Believed';
import type { MachineId, Scenario } from '../scenario/generated/types';
import { ClassMachine } from './ClassMachine';

vi.mock('../engine/lanes/start', () => ({
  startLane: async () => ({
    ask: async (_: 'load', scenario: Scenario) => ({ machine: machine(scenario.machine as MachineId) }),
    dispose: () => {},
  }),
}));

afterEach(cleanup);

const RIGHT = 3;
const ofCpu = (cpu: number | null): Row =>
  ({
    answers: [cpu],
    marks: [{ parts: [{ what: 'cpu', is_right: cpu === RIGHT, points: 0, of: 3 }] }],
  }) as unknown as Row;

const number = (element: Element | null, name: string) => Number(element?.getAttribute(name));

test('the CPUs that a class chose for the question of clusters.json stand on the machine', async () => {
  const all: Assignment = JSON.parse(readFileSync('examples/assignments/clusters.json', 'utf8'));
  const assignment = { ...all, tasks: all.tasks.slice(0, 1) };
  const rows = [3, 20, 3, null, 3, 20, 7].map(ofCpu);
  render(<Believed assignment={assignment} rows={rows} right={[RIGHT]} Machine={ClassMachine} />);
  const drawing = await screen.findByRole('img');
  expect(drawing.querySelector('title')?.textContent).toBe('CPU 3: 3, CPU 20: 2, CPU 7: 1');

  const cells = [...drawing.querySelectorAll<SVGGElement>('.m-count')];
  expect(cells).toHaveLength(24);
  const chosen = cells.filter(({ dataset }) => dataset.count !== '0');
  expect(chosen.map((cell) => [cell.querySelector('title')?.textContent, cell.dataset.right])).toEqual([
    ['CPU 3', 'true'],
    ['CPU 7', 'false'],
    ['CPU 20', 'false'],
  ]);
  expect(chosen.map((cell) => cell.querySelector('.m-counted')?.textContent)).toEqual(['3', '1', '2']);
  // A number stands within its CPU, and no two CPUs are in one place.
  for (const cell of chosen) {
    const [rect, text] = [cell.querySelector('rect'), cell.querySelector('.m-counted')];
    for (const [at, size] of [
      ['x', 'width'],
      ['y', 'height'],
    ] as const) {
      expect(number(text, at)).toBeGreaterThan(number(rect, at));
      expect(number(text, at)).toBeLessThan(number(rect, at) + number(rect, size));
    }
  }
  const places = cells.map((cell) => ['x', 'y'].map((at) => number(cell.querySelector('rect'), at)).join());
  expect(new Set(places).size).toBe(24);

  // The list beside it has the same numbers.
  const list = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(list.map((item) => [item.firstChild?.textContent, item.lastChild?.textContent])).toEqual([
    ['CPU 3', '3'],
    ['CPU 20', '2'],
    ['CPU 7', '1'],
  ]);
});
