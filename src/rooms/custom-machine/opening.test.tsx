// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRows } from '../../../tests/own';
import { PRESETS } from '../../scenario/presets';
import { openScenario, scenarioStore } from '../../state/scenario';
import { Own } from './Own';
import { useReading } from './useReading';
import { Work } from './Work';

vi.mock('./useReading');
// In a browser it fetches the module that reads.
vi.mock('../../engine/own', () => ({ shellCommands: () => ({ lscpu: 'lscpu', sysfs: 'sysfs' }) }));
vi.mock('./Check', () => ({ Check: () => null }));
vi.mock('./Costs', () => ({ Costs: () => null }));
afterEach(cleanup);

beforeEach(() => {
  const machine = withRows({ name: 'Mine', like: 'kunpeng', topology: 'pack:2 numa:2 l3:1 l2:6 core:4 pu:1' });
  const document = { ...PRESETS.steal, machine };
  const notes = [{ pin: { kind: 'moment', ns: 4e6 }, text: 'keep me' } as const];
  openScenario('steal', document, 'step', { forks: document.lanes.slice(1), notes });
});

const kept = () => {
  const { forks, notes } = scenarioStore.getState();
  return [forks.length, notes.map(({ text }) => text)];
};

test('notes and branches stay when a custom machine is opened', () => {
  vi.mocked(useReading).mockReturnValue({ answer: null, reading: false, fault: null });
  const before = scenarioStore.getState().document;
  render(<Own />);
  fireEvent.click(screen.getByRole('button', { name: 'Run an experiment on it' }));
  expect(scenarioStore.getState().document).not.toBe(before);
  expect(kept()).toEqual([1, ['keep me']]);
});

test('notes and branches stay when a workload is opened', () => {
  const task = {
    name: 'video',
    instances: 1,
    nice: 0,
    loops: 0,
    phases: [{ loops: 1, steps: [{ do: 'run', us: 4000 }] }],
  };
  const read = { workload: { kind: 'rtapp', copies: 1, tasks: [task] }, groups: [], limit_ms: 2000, not_taken: [] };
  vi.mocked(useReading).mockReturnValue({ answer: { kind: 'workload', read } as never, reading: false, fault: null });
  render(<Work />);
  fireEvent.click(screen.getByRole('button', { name: 'Run it' }));
  expect(scenarioStore.getState().document.workload.kind).toBe('rtapp');
  expect(kept()).toEqual([1, ['keep me']]);
});

test('a workload above the simulator’s limit is not opened, with a message', () => {
  const step = { do: 'run', us: 4000 };
  const phases = Array.from({ length: 40 }, () => ({ loops: 1, steps: [step] }));
  const tasks = Array.from({ length: 20 }, () => ({ name: 'video', instances: 1, nice: 0, loops: 0, phases }));
  const read = { workload: { kind: 'rtapp', copies: 1, tasks }, groups: [], limit_ms: 2000, not_taken: [] };
  vi.mocked(useReading).mockReturnValue({ answer: { kind: 'workload', read } as never, reading: false, fault: null });
  render(<Work />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run it' }).disabled).toBe(true);
  expect(screen.getByRole('alert').textContent).toMatch(/too large.* 1,6\d\d entries.* 1,000/);
});
