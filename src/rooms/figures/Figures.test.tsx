// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import { openScenario, scenarioStore } from '../../state/scenario';
import { Figures } from './Figures';
import { readDocument } from './readDocument';

vi.mock('./readDocument', () => ({ readDocument: vi.fn(async (text: string) => ({ text, errors: [] })) }));
afterEach(cleanup);

test('notes stay when a document is opened', async () => {
  const note = { pin: { kind: 'moment', ns: 4e6 }, text: 'keep me' } as const;
  openScenario('cluster', PRESETS.cluster, 'step', { notes: [note] });
  render(<Figures />);
  fireEvent.click(screen.getByText('Scenario document'));
  const text = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(text, { target: { value: text.value.replace(/"seed": \d+/, '"seed": 7') } });
  fireEvent.click(screen.getByText('Load'));
  expect(await screen.findByText('Loaded.')).toBeTruthy();
  expect(scenarioStore.getState().document.seed).toBe(7);
  expect(scenarioStore.getState().notes).toEqual([note]);
});

test('the blob of a document exists when the browser saves it after the click', () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  render(<Figures />);
  fireEvent.click(screen.getByText('Scenario document'));
  fireEvent.click(screen.getByText('Download'));
  expect(names).toEqual(['scenario.json']);
  expect(revoke).not.toHaveBeenCalled();
});

test('if the document reader fails to load, the page reports it and retries', async () => {
  vi.mocked(readDocument).mockRejectedValueOnce(new TypeError('no network'));
  render(<Figures />);
  fireEvent.click(screen.getByText('Scenario document'));
  fireEvent.click(screen.getByText('Load'));
  expect(await screen.findByText(/could not be shown/)).toBeTruthy();
  fireEvent.click(screen.getByText('Load'));
  expect(await screen.findByText('Loaded.')).toBeTruthy();
});
