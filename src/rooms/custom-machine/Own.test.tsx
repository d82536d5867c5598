// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { withRows as rowsOf } from '../../../tests/own';
import { withRows } from '../../engine/own';
import { PRESETS } from '../../scenario/presets';
import { openScenario, scenarioStore } from '../../state/scenario';
import { setLanguage } from '../../words';
import { Own } from './Own';
import { useReading } from './useReading';
import { ownWords as w } from './words';

vi.mock('./useReading');
// In a browser it fetches the module that reads.
vi.mock('../../engine/own', () => ({ shellCommands: () => ({ lscpu: 'lscpu', sysfs: 'sysfs' }), withRows: vi.fn() }));
vi.mock('./Check', () => ({ Check: () => null }));
vi.mock('./Costs', () => ({ Costs: () => null }));
afterEach(async () => {
  cleanup();
  await setLanguage('en');
});

/** Opens the dialog with an open machine; its changes go through `rows`. */
function openOwn(rows: typeof withRows): void {
  const machine = rowsOf({ name: 'Mine', like: 'kunpeng', topology: 'pack:2 numa:2 l3:1 l2:6 core:4 pu:1' });
  openScenario('steal', { ...PRESETS.steal, machine });
  vi.mocked(useReading).mockReturnValue({ answer: null, reading: false, fault: null });
  vi.mocked(withRows).mockImplementation(rows);
  render(<Own />);
}

/** The message for a change that the readers refuse. */
function saidOf(thrown: unknown): string {
  openOwn(() => {
    throw thrown;
  });
  fireEvent.change(screen.getByDisplayValue('Mine'), { target: { value: 'Yours' } });
  return screen.getByRole('alert').textContent ?? '';
}

test('a refused change is reported in the language of the page', async () => {
  await setLanguage('zh');
  const fault = { kind: 'out_of_range', min: 100, max: 1000, unit: '' };
  const said = saidOf(JSON.stringify({ field: 'machine.hz', value: '5', fault, message: 'expected 100 to 1000' }));
  expect(said).toMatch(/5.*100.*1,000/);
  expect(said).not.toMatch(/expected/);
});

test('a change on which the readers fail is reported', () => {
  expect(saidOf(new Error('unreachable'))).toContain(w('given.up'));
});

test('the field of the name stays while it is typed in, and going back brings the name that was', () => {
  openOwn(rowsOf);
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  for (const value of ['MineY', 'MineYo']) fireEvent.change(field, { target: { value } });
  expect(screen.getByLabelText('Name')).toBe(field);
  fireEvent.click(screen.getByRole('button', { name: 'Undo the changes' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine');
});

test('a machine and limits that are pasted together become one experiment', () => {
  openOwn(rowsOf);
  const hear = vi.mocked(useReading).mock.lastCall?.[2];
  const machine = rowsOf({ name: 'Pasted', like: 'xeon', topology: 'pack:1 numa:1 l3:1 core:4 pu:2' });
  const group = { name: 'web', weight: 20, quota_us: 150_000, period_us: 100_000, cpus: '0-3' };
  const part = { file: 0, text: null };
  act(() =>
    hear?.({
      kind: 'pile',
      read: {
        parts: [
          { ...part, name: 'lscpu', kind: 'machine' },
          { ...part, name: 'docker run', kind: 'containers' },
        ],
        machine: { machine, not_said: [] },
        containers: { groups: [group], not_taken: [] },
        waits: [],
        fault: null,
      },
    }),
  );
  expect(screen.getByRole('row', { name: 'web 20 1.5 CPUs 150 ms per 100 ms 0–3' })).toBeTruthy();
  // One button takes both.
  expect(screen.queryByRole('button', { name: w('limits.take') })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: w('open.limits') }));
  const { document } = scenarioStore.getState();
  expect(document.machine).toMatchObject({ name: 'Pasted' });
  expect(document.groups).toEqual([group]);
});
