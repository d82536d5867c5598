// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import { openScenario, scenarioStore } from '../../state/scenario';
import { Figures } from './Figures';

vi.mock('./readDocument', () => ({ readDocument: async (text: string) => ({ text, errors: [] }) }));
afterEach(cleanup);

test('notes stay where a document is opened', async () => {
  const note = { pin: { kind: 'moment', ns: 4e6 }, text: 'keep me' } as const;
  openScenario('cluster', PRESETS.cluster, 'step', [], [note]);
  render(<Figures />);
  fireEvent.click(screen.getByText('Scenario document'));
  const text = screen.getByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(text, { target: { value: text.value.replace(/"seed": \d+/, '"seed": 7') } });
  fireEvent.click(screen.getByText('Load'));
  expect(await screen.findByText('Loaded.')).toBeTruthy();
  expect(scenarioStore.getState().document.seed).toBe(7);
  expect(scenarioStore.getState().notes).toEqual([note]);
});
